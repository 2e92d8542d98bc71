import type { ArchiveContents } from "./archive-shape.ts";
import type { Writer } from "./contents.ts";
import { ROW_SCHEMA, start } from "./database.ts";
import { putMemories } from "./memory-store.ts";
import { keysUnder } from "./rows/key-range.ts";
import { toHeader } from "./run-store.ts";

/** Puts an archive's records over what is there. */
export async function putContents(tx: Writer, contents: ArchiveContents) {
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
  return await putMemories(tx, contents.memories);
}
