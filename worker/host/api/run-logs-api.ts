import { verifyEvidence } from "../../agent/log/evidence.ts";
import type { RunLogsApi } from "../../protocol/api/run-logs-api.ts";
import type { Stores } from "../../store/stores.ts";
import { missing, settle } from "../settle.ts";

/** Reads the logs of runs that were, of this device and from files. */
export function createRunLogsApi({ readStores }: { readStores(): Promise<Stores> }): RunLogsApi {
  return {
    listRuns: async (conversationId) => (await readStores()).runs.list(conversationId),
    readRunFile: (text) =>
      settle(async () => {
        const { parseRunFile } = await import("../../agent/log/parse-run-file.ts");
        return parseRunFile(text);
      }),
    readRun: (runId) =>
      settle(async () => {
        const record = await (await readStores()).runs.read(runId);
        if (record === null) return missing(runId);
        return { ok: true, value: { ...record, evidence: verifyEvidence(record.events, record.calls) } };
      }),
  };
}
