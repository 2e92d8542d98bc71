import type { AgentApi } from "../../../worker/protocol/api/agent-api.ts";
import type { SendReceipt } from "../../../worker/protocol/api/runs-api.ts";
import type { Result } from "../../../worker/protocol/failure.ts";
import { type StateAccess, toResult } from "../app-state.ts";
import { putRun, toLiveRun } from "../live-run.ts";
import type { DraftKey } from "./composer-state.ts";

/** Runs that were asked for and have no id yet, so that they can be stopped all the same. */
export type StartingRuns = ReturnType<typeof createStartingRuns>;

export function createStartingRuns(api: Pick<AgentApi, "stop">, state: StateAccess) {
  const starting = new Map<DraftKey, { stopped: boolean }>();
  return {
    /**
     * Waits for the receipt of a run; stops the run at once if `stop` was called meanwhile. From then on the run is known,
     * before its first event, so that it can be stopped and a further question waits for it.
     */
    async begin(key: DraftKey, start: Promise<Result<SendReceipt>>): Promise<Result<SendReceipt>> {
      const run = { stopped: false };
      starting.set(key, run);
      const receipt = await toResult(start);
      if (starting.get(key) === run) starting.delete(key);
      if (receipt.ok) {
        const { runId, conversationId, assistantMessageId } = receipt.value;
        // Its events may have come before the receipt.
        const started = toLiveRun(runId, conversationId, assistantMessageId);
        state.set(({ runs }) => (runs[runId] === undefined ? { runs: putRun(runs, started) } : {}));
        if (run.stopped) void api.stop(runId);
      }
      return receipt;
    },
    stop(key: DraftKey): void {
      const run = starting.get(key);
      if (run !== undefined) run.stopped = true;
    },
  };
}
