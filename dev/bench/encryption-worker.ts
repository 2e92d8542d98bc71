import { createRowKey } from "../../worker/store/encryption/key-row.ts";
import { createRowSealing } from "../../worker/store/encryption/seal-rows.ts";
import { openStores } from "../../worker/store/open-stores.ts";
import type { Stores } from "../../worker/store/stores.ts";
import { CORPUS_SEED, createNotes } from "./memory-corpus.ts";

/** Milliseconds of each write, one beside the other. */
export interface EncryptionTimes {
  readonly plain: readonly number[];
  readonly encrypted: readonly number[];
}

/** Durable writes of questions with their answers, and of notes, to both databases in turn, so that load meets both. */
async function run(writes: number): Promise<{ readonly turns: EncryptionTimes; readonly notes: EncryptionTimes }> {
  const both = { plain: await open("plain", null), encrypted: await open("sealed", createRowKey()) };
  const notes = [...createNotes(2 * (writes + WARM_UP), CORPUS_SEED)];
  const turns = { plain: [] as number[], encrypted: [] as number[] };
  const added = { plain: [] as number[], encrypted: [] as number[] };
  for (let number = 0; number < writes + WARM_UP; number += 1) {
    for (const kind of number % 2 === 0 ? ORDER : ORDER.toReversed()) {
      const text = notes[2 * number]?.text ?? "";
      const turnMs = await time(() => saveTurn(both[kind], number, text.repeat(5)));
      const noteMs = await time(() =>
        both[kind].memories.write({ namespace: "notes", text: `${text} ${number}`, source: { type: "user" } }),
      );
      if (number < WARM_UP) continue;
      turns[kind].push(turnMs);
      added[kind].push(noteMs);
    }
  }
  return { turns, notes: added };
}

const ORDER = ["plain", "encrypted"] as const;
const WARM_UP = 100;
const CONVERSATIONS = Array.from({ length: 20 }, () => crypto.randomUUID());

function open(name: string, key: Uint8Array | null): Promise<Stores> {
  return openStores({
    name,
    clock: { now: () => Date.now(), newId: () => crypto.randomUUID() },
    channel: null,
    locate: async () => ({ name, sealing: key === null ? null : createRowSealing(key) }),
  });
}

function saveTurn(stores: Stores, number: number, text: string): Promise<unknown> {
  const conversationId = CONVERSATIONS[number % CONVERSATIONS.length] ?? "";
  const [question, answer] = [crypto.randomUUID(), crypto.randomUUID()];
  const place = { conversationId, createdAt: Date.now(), sequence: 0 };
  return stores.conversations.saveTurn({
    conversation: { id: conversationId, title: text.slice(0, 40), createdAt: 1, updatedAt: number, headId: answer },
    messages: [
      { ...place, role: "user", id: question, parentId: null, text },
      {
        ...place,
        role: "assistant",
        id: answer,
        parentId: question,
        runId: crypto.randomUUID(),
        state: "complete",
        turns: [{ raw: text, text, reasoning: "", calls: [], broken: [] }],
      },
    ],
  });
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

self.onmessage = (event: MessageEvent<number>) => {
  run(event.data).then(
    (value) => self.postMessage({ value }),
    (error: unknown) => self.postMessage({ error: String(error) }),
  );
};
