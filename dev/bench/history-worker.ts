import type { HistoryApp } from "../../worker/protocol/history.ts";
import type { JsonValue } from "../../worker/protocol/json.ts";
import { EXPORTS } from "../../worker/store/history/history-exports.fixture.ts";
import { readHistory } from "../../worker/store/history/read-history.ts";
import { toConversation } from "../../worker/store/history/to-conversation.ts";
import { openStores } from "../../worker/store/open-stores.ts";
import type { Stores } from "../../worker/store/stores.ts";
import { createRandom, createVocabulary, zipfRank } from "./memory-corpus.ts";

/** What the page asks of the worker. */
export type HistoryTask =
  /** Makes a file of so many chats, whose texts have about so many words more; gives its size in bytes. */
  | { readonly type: "write"; readonly app: HistoryApp; readonly chats: number; readonly words: number }
  /** Reads the file, and turns it into conversations; gives the milliseconds. */
  | { readonly type: "read" }
  /** The same into an empty database. */
  | { readonly type: "import" }
  /** Searches the messages for so many of the words; gives the milliseconds of each. */
  | { readonly type: "search"; readonly queries: number }
  | { readonly type: "count" };

const SEED = 7;
const LIMIT = 20;
const CHATS_AT_ONCE = 200;
/** The texts of an export that words are added to. */
const TEXT_KEYS: ReadonlySet<string> = new Set(["text", "content", "parts", "html", "title"]);

const vocabulary = createVocabulary(createRandom(SEED));
const random = createRandom(SEED + 1);
let file: File | null = null;
let app: HistoryApp = "chatgpt";
let chats = 0;
let stores: Stores | null = null;

function addWords(value: JsonValue, words: number, key = ""): JsonValue {
  if (typeof value === "string") {
    const isText = TEXT_KEYS.has(key) && value.length > 3 && value.includes(" ");
    if (!isText) return value;
    return `${value} ${Array.from({ length: words }, () => vocabulary[zipfRank(random)] ?? "").join(" ")}`;
  }
  if (Array.isArray(value)) return value.map((each) => addWords(each, words, key));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, addWords(each ?? null, words, name)]));
}

function write(task: Extract<HistoryTask, { readonly type: "write" }>): number {
  ({ app, chats } = task);
  const parts: Blob[] = [];
  for (let from = 0; from < chats; from += CHATS_AT_ONCE) {
    const texts: string[] = [];
    for (let index = from; index < Math.min(chats, from + CHATS_AT_ONCE); index += 1)
      texts.push(`${index === 0 ? "[" : ","}${JSON.stringify(addWords(EXPORTS[app](index), task.words))}`);
    parts.push(new Blob(texts));
  }
  file = new File([...parts, "]"], "export.json");
  return file.size;
}

async function read(from: File): Promise<number> {
  const start = performance.now();
  let found = 0;
  for await (const step of readHistory(from)) {
    if (step.type !== "chat") continue;
    if (typeof toConversation(step.chat, { app, file: "export.json", at: 1 }) !== "string") found += 1;
  }
  if (found !== chats) throw new Error(`${app}: ${found} of ${chats} chats were read`);
  return performance.now() - start;
}

async function openEmpty(): Promise<Stores> {
  stores?.close();
  const name = `history-${performance.now()}`;
  const clock = { now: () => Date.now(), newId: () => crypto.randomUUID() };
  const storage = { estimate: async () => ({}), persisted: async () => true };
  stores = await openStores({ clock, name, storage, channel: null });
  return stores;
}

async function importAll(from: File): Promise<number> {
  const history = await (await openEmpty()).openHistory();
  const start = performance.now();
  const done = await history.import(from, () => true);
  if (done?.chats !== chats) throw new Error(`${app}: ${done?.chats} of ${chats} chats were imported`);
  return performance.now() - start;
}

async function search({ queries }: { readonly queries: number }): Promise<readonly number[]> {
  const times: number[] = [];
  for (let query = 0; query < queries; query += 1) {
    const words = Array.from({ length: 1 + (query % 2) }, () => vocabulary[zipfRank(random)] ?? "");
    const start = performance.now();
    await stores?.conversations.search(words.join(" "), LIMIT);
    times.push(performance.now() - start);
  }
  return times;
}

async function perform(task: HistoryTask): Promise<unknown> {
  if (task.type === "write") return write(task);
  if (task.type === "search") return await search(task);
  if (task.type === "count") return (await stores?.conversations.list())?.length;
  if (file === null) throw new Error("no file was written");
  return task.type === "read" ? await read(file) : await importAll(file);
}

self.onmessage = ({ data }: MessageEvent<HistoryTask>) => {
  perform(data).then(
    (value) => postMessage({ value }),
    (error: unknown) => postMessage({ error: String(error) }),
  );
};
