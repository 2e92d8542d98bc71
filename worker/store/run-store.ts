import { defined } from "../protocol/defined.ts";
import type { ConversationId, RunId } from "../protocol/ids.ts";
import type { RunEvent } from "../protocol/run-event.ts";
import type { RunRecord, RunSummary } from "../protocol/stored-data.ts";
import { ROW_SCHEMA, type Rows, start } from "./database.ts";
import { keysUnder } from "./rows/key-range.ts";
import { isSoundRun } from "./sound-record.ts";

/** A run's record without its events. */
export type RunHeader = Omit<RunRecord, "events">;

/**
 * Run logs in IndexedDB: a header for lists, and the events in batches beside it. Written with relaxed durability: a crash
 * may cost the last moments of a log, never a message.
 */
export function createRunStore(database: Rows) {
  return {
    /** Stores the header and adds events to the run's log, together. */
    append: async (header: RunHeader, events: readonly RunEvent[]): Promise<void> => {
      await database.write(["runs", "run-events"], "relaxed", async (tx) => {
        const log = tx.objectStore("run-events");
        const newest = await log.openKeyCursor(keysUnder(header.id), "prev");
        const batch = newest === null ? 0 : newest.key[1] + 1;
        start(tx.objectStore("runs").put({ id: header.id, schema: ROW_SCHEMA, record: toHeader(header) }));
        if (events.length > 0) start(log.put({ runId: header.id, batch, schema: ROW_SCHEMA, events }));
      });
    },
    /** Newest first. */
    list: async (conversationId?: ConversationId): Promise<readonly RunSummary[]> => {
      const rows = await database.read(["runs"], (tx) => {
        const store = tx.objectStore("runs");
        if (conversationId === undefined) return store.index("by-started").getAll();
        return store.index("by-conversation").getAll(keysUnder(conversationId));
      });
      return rows.flatMap(({ record }) => (isSoundRun(record) ? [record] : [])).reverse();
    },
    read: (id: RunId): Promise<RunRecord | null> =>
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
