import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Message } from "../protocol/message.ts";
import { toScope } from "../protocol/project.ts";
import { EXPORTS } from "./history/history-exports.fixture.ts";
import { createInMemoryStores } from "./in-memory-stores.ts";
import { MessageSearch } from "./message-search.ts";
import { InMemoryRows } from "./rows/in-memory-rows.ts";
import type { Stores } from "./stores.ts";

const conversation = fc.constantFrom("c1", "c2", "c3");
const word = fc.constantFrom("Fähre", "quince", "tide");
const step = fc.oneof(
  fc.record({ type: fc.constant("say" as const), conversation, word }),
  fc.record({ type: fc.constant("rewrite" as const), conversation, word }),
  fc.record({ type: fc.constant("move" as const), conversation, folder: fc.constantFrom("garden", "") }),
  fc.record({ type: fc.constant("remove" as const), conversation }),
  fc.record({ type: fc.constant("delete" as const), conversation }),
  fc.record({ type: fc.constant("import" as const) }),
  fc.record({ type: fc.constant("take out" as const) }),
  fc.record({ type: fc.constant("empty" as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

function open() {
  let time = 0;
  return createInMemoryStores({ now: () => ++time, newId: () => `id-${++time}` });
}

const toQuestion = (conversationId: string, number: number, text: string): Message => ({
  role: "user",
  id: `${conversationId}-${number}`,
  conversationId,
  parentId: number === 0 ? null : `${conversationId}-${number - 1}`,
  createdAt: number,
  sequence: 0,
  text,
});

async function play(stores: Stores, each: Step): Promise<void> {
  const { conversations } = stores;
  if (each.type === "empty") return stores.deleteEverything();
  if (each.type === "import" || each.type === "take out") {
    const history = await stores.openHistory();
    if (each.type === "import")
      return void (await history.import(new File([JSON.stringify([EXPORTS.chatgpt()])], "x.json"), () => true));
    const found = (await conversations.list()).find((one) => one.history !== undefined);
    return void (await history.takeOut(found?.history?.at ?? 0));
  }
  const id = each.conversation;
  const known = await conversations.messages(id);
  if (each.type === "delete") return conversations.delete(id);
  if (each.type === "move") return void (await conversations.update(id, { folder: each.folder }, 1));
  const last = known.at(-1)?.id ?? "";
  if (each.type === "remove") return void (await conversations.removeMessage(last));
  const number = Math.max(-1, ...known.map((message) => message.createdAt)) + (each.type === "say" ? 1 : 0);
  const message = toQuestion(id, Math.max(0, number), `${each.word} ${number}`);
  const now = { id, title: "", createdAt: 0, updatedAt: number, headId: message.id };
  await conversations.saveTurn({ conversation: now, messages: [message] });
}

/** Every message that is stored and holds the word. */
async function scan(stores: Stores, text: string, scope?: string | null): Promise<readonly string[]> {
  const { conversations, messages } = await stores.readEverything();
  const inside = new Set(
    conversations.filter((each) => scope === undefined || toScope(each) === scope).map((each) => each.id),
  );
  return messages
    .filter((each) => inside.has(each.conversationId) && JSON.stringify(toShown(each)).toLowerCase().includes(text))
    .map(({ id }) => id)
    .sort();
}

const toShown = (message: Message) => (message.role === "user" ? message.text : message.turns.map(({ text }) => text));

describe("the search for messages", () => {
  it("finds what is stored now and nothing else, whatever was changed since the last one", () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 8 }), async (rounds) => {
        const stores = open();
        for (const steps of rounds) {
          for (const each of steps) await play(stores, each);
          for (const [text, stored] of [
            ["FAHRE", "fähre"],
            ["quince", "quince"],
          ] as const)
            for (const scope of [undefined, "garden", null]) {
              const hits = await stores.conversations.search(text, 99, undefined, scope);
              expect(await stores.conversations.search(text, 2, undefined, scope)).toEqual(hits.slice(0, 2));
              expect(hits.map(({ messageId }) => messageId).sort()).toEqual(await scan(stores, stored, scope));
            }
        }
      }),
      { numRuns: 60 },
    ));

  it("shows the next ones in place of what was removed", async () => {
    const stores = open();
    for (const each of ["c1", "c1", "c2"] as const)
      await play(stores, { type: "say", conversation: each, word: "tide" });
    const find = async () => (await stores.conversations.search("tide", 1)).map(({ messageId }) => messageId);
    expect(await find()).toEqual(["c1-1"]);
    await play(stores, { type: "remove", conversation: "c1" });
    expect(await find()).toHaveLength(1);
    await play(stores, { type: "delete", conversation: "c2" });
    expect(await find()).toEqual(["c1-0"]);
  });

  it("reads anew what another tab has changed, and no more than that", async () => {
    const rows = new InMemoryRows();
    const put = (message: Message) =>
      rows.write(["messages"], "relaxed", async (tx) => {
        await tx.objectStore("messages").put({ id: message.id, schema: 1, record: message });
      });
    const search = new MessageSearch(rows);
    await put(toQuestion("c1", 0, "the tide"));
    await put(toQuestion("c2", 0, "the tide"));
    expect(await search.search("tide", 9)).toHaveLength(2);
    await put(toQuestion("c1", 1, "a tide"));
    await put(toQuestion("c2", 1, "a tide"));
    expect(await search.search("tide", 9)).toHaveLength(2);
    search.noteChanged("c1");
    expect(await search.search("tide", 9)).toHaveLength(3);
    search.noteChanged(null);
    expect(await search.search("tide", 9)).toHaveLength(4);
  });

  it("finds the newest first also where more texts are stored than are held", async () => {
    const rows = new InMemoryRows();
    await rows.write(["messages"], "relaxed", async (tx) => {
      for (let number = 0; number < 1_200; number += 1) {
        const record = toQuestion(`c${number % 7}`, number, number % 3 === 0 ? `tide ${number}` : "nothing");
        await tx.objectStore("messages").put({ id: record.id, schema: 1, record });
      }
    });
    const find = async (most: number) =>
      (await new MessageSearch(rows, most).search("tide", 5)).map(({ createdAt }) => createdAt);
    for (const most of [0, 900, 1e9]) expect(await find(most)).toEqual([1197, 1194, 1191, 1188, 1185]);
    expect(await new MessageSearch(rows, 900).search("tide 3", 9, () => true)).toEqual([]);
  });
});
