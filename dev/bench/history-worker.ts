import type { HistoryApp } from "../../worker/protocol/history.ts";
import { readHistory } from "../../worker/store/history/read-history.ts";
import { toConversation } from "../../worker/store/history/to-conversation.ts";
import { openStores } from "../../worker/store/open-stores.ts";
import type { Stores } from "../../worker/store/stores.ts";
import { createWords, type ExportSize, toExport } from "./history-export.ts";

/** What the page asks of the worker. */
export type HistoryTask =
  /** Makes a file of so many chats, whose texts have about so many words more; gives its size in bytes. */
  | ({ readonly type: "write" } & ExportSize)
  /** Reads the file, and turns it into conversations; gives the milliseconds. */
  | { readonly type: "read" }
  /** The same into an empty database. */
  | { readonly type: "import" }
  /** Searches the messages for so many of the words; gives the milliseconds of each. */
  | { readonly type: "search"; readonly queries: number }
  | { readonly type: "count" };

const LIMIT = 20;
const toWords = createWords();
let file: File | null = null;
let app: HistoryApp = "chatgpt";
let chats = 0;
let stores: Stores | null = null;

function write(task: Extract<HistoryTask, { readonly type: "write" }>): number {
  ({ app, chats } = task);
  // As blobs, piece by piece: all of it at once takes more memory than what is measured.
  const parts = Array.from(toExport(task, toWords), (text) => new Blob([text]));
  file = new File(parts, "export.json");
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
    const words = toWords(1 + (query % 2));
    const start = performance.now();
    await stores?.conversations.search(words, LIMIT);
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
