import type { RunEvent } from "../protocol/run-event.ts";
import type { DamagedRecord, StorageShare } from "../protocol/stored-data.ts";
import type { ArchiveContents } from "./archive-shape.ts";
import { compareConversations, compareMessages } from "./conversation-store.ts";
import { type AlcoveStoreName, type AlcoveTransaction, ROW_SCHEMA, start } from "./database.ts";
import { putMemories } from "./memory-store.ts";
import { keysUnder } from "./rows/key-range.ts";
import { toHeader } from "./run-store.ts";
import { resetState } from "./search/number-notes.ts";
import { isSoundMemory, isSoundMessage, isSoundRun, toSoundConversation, toSoundMessages } from "./sound-record.ts";

/** Every object store of the database: the scope of export, import and deletion. */
export const EVERY_STORE = [
  "conversations",
  "messages",
  "runs",
  "run-events",
  "memories",
  "settings",
  "meta",
  "segments",
  "postings",
  "dead-docs",
  "vectors",
] as const;

type Reader = AlcoveTransaction<typeof EVERY_STORE, "readonly"> | Writer;
type Writer = AlcoveTransaction<typeof EVERY_STORE, "readwrite">;

/** Reads everything an archive holds. */
export async function readContents(tx: Reader): Promise<ArchiveContents> {
  const conversations = await tx.objectStore("conversations").getAll();
  const messages = await tx.objectStore("messages").getAll();
  const runs = await tx.objectStore("runs").getAll();
  const batches = await tx.objectStore("run-events").getAll();
  const memories = await tx.objectStore("memories").getAll();
  const settings = await tx.objectStore("settings").getAll();
  const events = new Map<string, RunEvent[]>();
  for (const batch of batches) {
    const log = events.get(batch.runId) ?? [];
    for (const event of Array.isArray(batch.events) ? batch.events : []) log.push(event);
    events.set(batch.runId, log);
  }
  const damaged: DamagedRecord[] = [];
  const sift = <Value>(
    kind: DamagedRecord["kind"],
    rows: readonly { readonly id: string; readonly record: unknown }[],
    isSound: (record: unknown) => record is Value,
  ): Value[] => {
    for (const { id, record } of rows) if (!isSound(record)) damaged.push({ kind, id });
    return rows.flatMap(({ record }) => (isSound(record) ? [record] : []));
  };
  const sorted = messages.sort((left, right) =>
    isSoundMessage(left.record) && isSoundMessage(right.record) ? compareMessages(left.record, right.record) : 0,
  );
  const sound = toSoundMessages(sorted);
  damaged.push(...sound.damaged);
  const contents = {
    conversations: conversations.map(({ id, record }) => toSoundConversation(id, record)).sort(compareConversations),
    messages: sound.messages,
    runs: sift("runs", runs, isSoundRun).map((record) => ({ ...record, events: events.get(record.id) ?? [] })),
    memories: sift("memories", memories, isSoundMemory),
    settings: settings[0]?.record ?? null,
  };
  return damaged.length === 0 ? contents : { ...contents, damaged };
}

/** Removes everything but the database's own record. The index continues its numbering. */
export async function clearContents(tx: Writer, generation: string): Promise<void> {
  for (const store of EVERY_STORE) {
    if (store !== "meta") start(tx.objectStore(store).clear());
  }
  await resetState(tx.objectStore("meta"), generation);
}

/** Puts an archive's records over what is there. */
export async function putContents(
  tx: Writer,
  contents: ArchiveContents,
): Promise<{ readonly grownBy: number; readonly doc: number }> {
  const schema = ROW_SCHEMA;
  for (const record of contents.conversations) {
    start(tx.objectStore("conversations").put({ id: record.id, schema, record }));
  }
  for (const record of contents.messages) start(tx.objectStore("messages").put({ id: record.id, schema, record }));
  for (const record of contents.runs) {
    start(tx.objectStore("runs").put({ id: record.id, schema, record: toHeader(record) }));
    start(tx.objectStore("run-events").delete(keysUnder(record.id)));
    start(tx.objectStore("run-events").put({ runId: record.id, batch: 0, schema, events: record.events }));
  }
  if (contents.settings !== null) {
    start(tx.objectStore("settings").put({ id: "settings", schema, record: contents.settings }));
  }
  return await putMemories(
    {
      memories: tx.objectStore("memories"),
      vectors: tx.objectStore("vectors"),
      meta: tx.objectStore("meta"),
      deadDocs: tx.objectStore("dead-docs"),
    },
    contents.memories,
  );
}

/** Rows looked at for a store's average size. */
const SAMPLE = 100;

/** Estimates each kind's bytes from the sizes of its first rows as JSON, and of its arrays. */
export async function measureContents(tx: Reader): Promise<readonly StorageShare[]> {
  const bytesOf = async (name: AlcoveStoreName): Promise<{ readonly records: number; readonly bytes: number }> => {
    const store = tx.objectStore(name);
    const records = await store.count();
    const sample = await store.getAll(null, SAMPLE);
    const sampled = sample.reduce((sum: number, row: unknown) => sum + sizeOf(row), 0);
    return { records, bytes: sample.length === 0 ? 0 : Math.round((sampled / sample.length) * records) };
  };
  const share = async (
    kind: StorageShare["kind"],
    first: AlcoveStoreName,
    ...others: readonly AlcoveStoreName[]
  ): Promise<StorageShare> => {
    const [main, ...rest] = await Promise.all([bytesOf(first), ...others.map(bytesOf)]);
    return { kind, records: main.records, bytes: rest.reduce((sum, { bytes }) => sum + bytes, main.bytes) };
  };
  return await Promise.all([
    share("conversations", "conversations", "messages"),
    share("runs", "runs", "run-events"),
    share("memories", "memories", "vectors"),
    share("search-index", "segments", "postings", "dead-docs"),
    share("settings", "settings"),
  ]);
}

/** Bytes of a row: arrays of numbers as they are, everything else as JSON text. */
function sizeOf(row: unknown): number {
  if (ArrayBuffer.isView(row)) return row.byteLength;
  if (typeof row === "string") return row.length + 2;
  if (typeof row !== "object" || row === null) return 8;
  return Object.entries(row).reduce((sum, [key, value]) => sum + key.length + 2 + sizeOf(value), 2);
}
