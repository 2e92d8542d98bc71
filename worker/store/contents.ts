import type { RunEvent } from "../protocol/run-event.ts";
import type { DamagedRecord } from "../protocol/stored-data.ts";
import type { ArchiveContents } from "./archive-shape.ts";
import { compareConversations, compareMessages } from "./conversation-store.ts";
import { type AlcoveTransaction, start } from "./database.ts";
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

export type Reader = AlcoveTransaction<typeof EVERY_STORE, "readonly"> | Writer;
export type Writer = AlcoveTransaction<typeof EVERY_STORE, "readwrite">;

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
  await resetState(tx, generation);
}
