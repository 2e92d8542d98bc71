import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import { readFileSync } from "node:fs";
import { recallMemories } from "../../worker/agent/context/recall-memories.ts";
import type { Embedder } from "../../worker/agent/ports/embedder.ts";
import { openStores } from "../../worker/store/open-stores.ts";

/** A note, and a question that asks for it in quite other words. */
export type AskedNote = readonly [note: string, question: string | null];

/** Notes of five languages; every second one is asked for. */
export function readAskedNotes(): Readonly<Record<string, readonly AskedNote[]>> {
  return JSON.parse(readFileSync(new URL("meaning-notes.json", import.meta.url), "utf8"));
}

/**
 * In what share of each language's questions the note is among the first three of all languages' notes, and in what share it
 * goes along with the question as the app asks it.
 */
export async function measureNotes(
  embedder: Embedder | null,
): Promise<Readonly<Record<"found" | "recalled", Readonly<Record<string, number>>>>> {
  globalThis.indexedDB = new IDBFactory();
  let ids = 0;
  const { memories } = await openStores({
    clock: { now: () => 1000, newId: () => `note-${++ids}` },
    name: "meaning",
    sentinel: { read: async () => null, write: async () => undefined },
    storage: { estimate: async () => ({}), persisted: async () => false },
    channel: null,
  });
  const languages = Object.entries(readAskedNotes());
  for (const [text] of languages.flatMap(([, notes]) => notes)) {
    await memories.write({ namespace: "notes", text, source: { type: "user" } });
  }
  memories.setEmbedder(embedder);
  await memories.embedMissing();
  const shares = { found: {} as Record<string, number>, recalled: {} as Record<string, number> };
  for (const [language, notes] of languages) {
    const asked = notes.flatMap(([note, question]) => (question === null ? [] : [{ note, question }]));
    let found = 0;
    let recalled = 0;
    for (const { note, question } of asked) {
      const hits = await memories.search({ text: question, limit: 3 });
      if (hits.some(({ record }) => record.text === note)) found += 1;
      const request = { question, memory: memories, budgetTokens: 1000, countTokens: async () => 1 };
      if ((await recallMemories(request))?.text.includes(note) === true) recalled += 1;
    }
    shares.found[language] = found / asked.length;
    shares.recalled[language] = recalled / asked.length;
  }
  return shares;
}
