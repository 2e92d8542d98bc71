import { defined } from "../protocol/defined.ts";
import { ROW_SCHEMA, type Rows, start } from "./database.ts";
import { keysUnder } from "./rows/key-range.ts";
import { isSoundRun } from "./sound-record.ts";
import type { RunHeader, RunStore } from "./stores.ts";

/** Run logs in IndexedDB: a header for lists, and the events in batches beside it. */
export function createRunStore(database: Rows): RunStore {
  return {
    append: async (header, events) => {
      await database.write(["runs", "run-events"], "relaxed", async (tx) => {
        const log = tx.objectStore("run-events");
        const newest = await log.openKeyCursor(keysUnder(header.id), "prev");
        const batch = newest === null ? 0 : newest.key[1] + 1;
        start(tx.objectStore("runs").put({ id: header.id, schema: ROW_SCHEMA, record: toHeader(header) }));
        if (events.length > 0) start(log.put({ runId: header.id, batch, schema: ROW_SCHEMA, events }));
      });
    },
    list: async (conversationId) => {
      const rows = await database.read(["runs"], (tx) => {
        const store = tx.objectStore("runs");
        if (conversationId === undefined) return store.index("by-started").getAll();
        return store.index("by-conversation").getAll(keysUnder(conversationId));
      });
      return rows.flatMap(({ record }) => (isSoundRun(record) ? [record] : [])).reverse();
    },
    read: (id) =>
      database.read(["runs", "run-events"], async (tx) => {
        const row = await tx.objectStore("runs").get(id);
        if (!isSoundRun(row?.record)) return null;
        const batches = await tx.objectStore("run-events").getAll(keysUnder(id));
        return { ...row.record, events: batches.flatMap((batch) => (Array.isArray(batch.events) ? batch.events : [])) };
      }),
  };
}

/** A run's header without its events, whatever else the given object carries. */
export function toHeader(run: RunHeader): RunHeader {
  const { id, conversationId, startedAt, question, reason, turns, calls, failed, durationMs, version } = run;
  return { id, conversationId, startedAt, question, reason, turns, calls, ...defined({ failed }), durationMs, version };
}
