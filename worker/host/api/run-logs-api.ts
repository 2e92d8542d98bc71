import { verifyEvidence } from "../../agent/log/evidence.ts";
import type { RunLogsApi } from "../../protocol/api/run-logs-api.ts";
import type { Stores } from "../../store/stores.ts";
import { toMissing, toResult } from "../to-result.ts";

export function createRunLogsApi({ readStores }: { readStores(): Promise<Stores> }): RunLogsApi {
  return {
    listRuns: async (conversationId) => (await readStores()).runs.list(conversationId),
    readRunFile: (text) =>
      toResult(async () => {
        const { parseRunFile } = await import("../../agent/log/parse-run-file.ts");
        return parseRunFile(text);
      }),
    readRun: (runId) =>
      toResult(async () => {
        const record = await (await readStores()).runs.read(runId);
        if (record === null) return toMissing(runId);
        return { ok: true, value: { ...record, evidence: verifyEvidence(record.events, record.calls) } };
      }),
  };
}
