// Runs in a worker of the page that `storage-page.ts` serves: writes without end, or answers what is stored.
import type { AssistantMessage, Conversation, UserMessage } from "../../worker/protocol/message.ts";
import { retireWriteLog } from "../../worker/store/guard/retire-write-log.ts";
import { EXPORTS } from "../../worker/store/history/history-exports.fixture.ts";
import { openStores } from "../../worker/store/open-stores.ts";
import { StorageFault } from "../../worker/store/storage-fault.ts";
import type { Stores } from "../../worker/store/stores.ts";

/** What a test asks of the worker. */
export type StorageTask =
  /** Where `cured` is false, the log that a kill left is not put aside. */
  | { readonly type: "open"; readonly cured?: false }
  | { readonly type: "write-on"; readonly from: number; readonly tab: string }
  | { readonly type: "save-turn"; readonly number: number; readonly padding: number }
  | { readonly type: "write-memory"; readonly number: number; readonly padding: number }
  | {
      readonly type: "check";
      readonly turns: readonly string[];
      readonly memories: readonly string[];
      readonly deleted: readonly string[];
    }
  | { readonly type: "import"; readonly round: number; readonly turns: number }
  /** Brings chats of another app, numbered from `from` on. */
  | { readonly type: "import-history"; readonly from: number; readonly chats: number }
  /** Whatever is stored, and what is wrong with it: chats that lack messages, and messages found of chats that are not there. */
  | { readonly type: "count" }
  /** Answers with everything, as a backup has it. */
  | { readonly type: "back-up" }
  | { readonly type: "bring-back"; readonly backup: unknown }
  | { readonly type: "info" };

const LETTERS = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz0123456789  ";

let stores: Stores | null = null;
const failures: string[] = [];
const changes: string[] = [];

async function open(cured = true): Promise<Stores> {
  stores ??= await openStores({
    clock: { now: () => Date.now(), newId: () => crypto.randomUUID() },
    name: "storage-test",
    markDelayMs: 20,
    ...(cured ? { retireLog: () => retireWriteLog(navigator) } : {}),
    onFailure: ({ code }) => failures.push(code),
    onChange: ({ type }) => changes.push(type),
  });
  return stores;
}

async function run(task: StorageTask): Promise<unknown> {
  const start = performance.now();
  const opened = await open(!(task.type === "open" && task.cured === false));
  const { conversations, memories } = opened;
  switch (task.type) {
    case "open":
      return { ms: performance.now() - start, info: await opened.info() };
    case "info":
      return { info: await opened.info(), failures, changes };
    case "write-on":
      for (let number = task.from; ; number += 1) {
        await saveTurn(`${task.tab}${number}`, 200);
        self.postMessage({ ack: "turn", name: `${task.tab}${number}` });
        await memories.write(createMemory(`${task.tab}${number}`, 200));
        self.postMessage({ ack: "memory", name: `${task.tab}${number}` });
        // Two steps after it was written, every fifth memory goes; see `isKept`.
        if (number % 5 === 4) {
          const old = `${task.tab}${number - 2}`;
          await memories.delete(`memory-${old}`);
          self.postMessage({ ack: "deleted", name: old });
        }
      }
    case "save-turn":
      await saveTurn(String(task.number), task.padding);
      return (await conversations.messages(`c-${task.number % 3}`)).length;
    case "write-memory":
      return (await memories.write(createMemory(String(task.number), task.padding))).type;
    case "import":
      return await importTurns(opened, task.round, task.turns);
    case "import-history":
      return await importHistory(opened, task.from, task.chats);
    case "count":
      return await count(opened);
    case "back-up":
      return await opened.readEverything();
    case "bring-back":
      return await opened.importEverything(task.backup as Awaited<ReturnType<Stores["readEverything"]>>, "merge");
    case "check":
      return await check(task.turns, task.memories, task.deleted);
  }
}

async function saveTurn(name: string, padding: number): Promise<void> {
  const { conversations } = await open();
  const conversationId = `c-${Number.parseInt(name.replace(/\D/g, ""), 10) % 3}`;
  await conversations.saveTurn(createTurn(name, conversationId, padding));
}

/** A question and its answer, as the newest of a conversation. */
function createTurn(
  name: string,
  conversationId: string,
  padding: number,
  sequence = 0,
): { readonly conversation: Conversation; readonly messages: readonly [UserMessage, AssistantMessage] } {
  const question: UserMessage = {
    role: "user",
    id: `q-${name}`,
    conversationId,
    parentId: null,
    createdAt: Date.now(),
    sequence,
    text: fillText(name, padding),
  };
  const answer: AssistantMessage = {
    role: "assistant",
    id: `a-${name}`,
    conversationId,
    parentId: question.id,
    createdAt: Date.now(),
    sequence: sequence === 0 ? 0 : sequence + 1,
    runId: `r-${name}`,
    state: "complete",
    turns: [],
    notice: fillText(name, padding),
  };
  const conversation: Conversation = {
    id: conversationId,
    title: conversationId,
    createdAt: 0,
    updatedAt: Date.now(),
    headId: answer.id,
  };
  return { conversation, messages: [question, answer] };
}

/** Imports a conversation of its own; says when the writing begins. Answers with the milliseconds that it took. */
async function importTurns(opened: Stores, round: number, count: number): Promise<number> {
  const turns = Array.from({ length: count }, (_, index) =>
    createTurn(`${round}00000${index}`, `import-${round}`, 500, 1 + 2 * index),
  );
  const conversations = turns.slice(-1).map(({ conversation }) => conversation);
  const messages = turns.flatMap((turn) => turn.messages);
  const start = performance.now();
  self.postMessage({ ack: "importing", name: String(round) });
  await opened.importEverything({ conversations, messages, runs: [], memories: [], settings: null }, "merge");
  self.postMessage({ ack: "imported", name: String(round) });
  return performance.now() - start;
}

/** The same with chats of another app; the writing begins at once, and the last of its steps makes them visible. */
async function importHistory(opened: Stores, from: number, count: number): Promise<number> {
  const chats = Array.from({ length: count }, (_, index) => EXPORTS.chatgpt(from + index));
  const file = new File([JSON.stringify(chats)], "conversations.json");
  const start = performance.now();
  self.postMessage({ ack: "importing", name: String(from) });
  await (await opened.openHistory()).import(file, () => true);
  self.postMessage({ ack: "imported", name: String(from) });
  return performance.now() - start;
}

const MESSAGES_A_CHAT = 5;
const MOST_HITS = 1_000_000;

async function count(opened: Stores) {
  const { conversations, messages } = await opened.readEverything();
  const listed = new Set((await opened.conversations.list()).map(({ id }) => id));
  const hits = await opened.conversations.search("quince", MOST_HITS);
  const lengths = new Map<string, number>();
  for (const { conversationId } of messages) lengths.set(conversationId, (lengths.get(conversationId) ?? 0) + 1);
  return {
    conversations: conversations.length,
    messages: messages.length,
    half: conversations.filter(({ id }) => lengths.get(id) !== MESSAGES_A_CHAT).length,
    ghosts: hits.filter(({ conversationId }) => !listed.has(conversationId)).length,
    found: new Set(hits.map(({ conversationId }) => conversationId)).size,
  };
}

function createMemory(name: string, padding: number) {
  return {
    id: `memory-${name}`,
    namespace: "notes",
    text: fillText(name, padding),
    tags: [`tag${name}`],
    source: { type: "user" },
  } as const;
}

function fillText(name: string, padding: number): string {
  // Letters without a pattern: the database compresses what has one.
  const bytes = new Uint8Array(padding);
  for (let start = 0; start < padding; start += 65_536) crypto.getRandomValues(bytes.subarray(start, start + 65_536));
  return `unique${name} ${Array.from(bytes, (byte) => LETTERS[byte & 63]).join("")} end`;
}

/** What is wrong with the stored data, in sentences; nothing when all is well. */
async function check(
  turns: readonly string[],
  memoryNames: readonly string[],
  deleted: readonly string[],
): Promise<{ readonly problems: readonly string[]; readonly messages: number }> {
  const opened = await open();
  const { conversations, messages, memories } = await opened.readEverything();
  const problems: string[] = [];
  const ids = new Set(messages.map(({ id }) => id));
  const notes = new Map(memories.map((record) => [record.id, record]));
  for (const name of turns) {
    if (!ids.has(`q-${name}`) || !ids.has(`a-${name}`)) problems.push(`turn ${name} was acknowledged and is lost`);
  }
  for (const name of memoryNames) {
    if (notes.get(`memory-${name}`) === undefined) problems.push(`memory ${name} was acknowledged and is lost`);
  }
  for (const name of deleted) {
    if (notes.has(`memory-${name}`)) problems.push(`memory ${name} was deleted and is back`);
  }
  for (const message of messages) {
    const name = message.id.slice(2);
    if (!ids.has(`q-${name}`) || !ids.has(`a-${name}`)) problems.push(`turn ${name} is torn`);
    const text = message.role === "user" ? message.text : (message.notice ?? "");
    if (!text.startsWith(`unique${name} `) || !text.endsWith(" end")) problems.push(`message ${message.id} is damaged`);
  }
  const places = messages.map(({ conversationId, sequence }) => `${conversationId}/${sequence}`);
  if (new Set(places).size !== places.length) problems.push("two messages have the same place");
  for (const { id, headId } of conversations) {
    if (headId !== null && !ids.has(headId)) problems.push(`conversation ${id} ends in a message that is not there`);
  }
  const listed = await opened.memories.list({ limit: memories.length + 10 });
  if (listed.length !== memories.length)
    problems.push(`${listed.length} of ${memories.length} memories are in the index`);
  for (const name of memoryNames.slice(-20)) {
    const [hit] = await opened.memories.search({ text: `unique${name}`, limit: 1 });
    if (hit?.record.id !== `memory-${name}`) problems.push(`memory ${name} is not found`);
  }
  return { problems, messages: messages.length };
}

self.onmessage = (event: MessageEvent<StorageTask>) => {
  run(event.data).then(
    (value) => self.postMessage({ value }),
    (error: unknown) =>
      self.postMessage(
        error instanceof StorageFault
          ? { fault: error.message }
          : { error: `${String(error)} ${error instanceof Error ? error.stack : ""}` },
      ),
  );
};
