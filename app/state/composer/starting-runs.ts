import type { AgentApi } from "../../../worker/protocol/api/agent-api.ts";
import type { SendReceipt } from "../../../worker/protocol/api/runs-api.ts";
import type { Result } from "../../../worker/protocol/failure.ts";
import { toResult } from "../app-state.ts";
import type { DraftKey } from "./composer-state.ts";

/** Runs that were asked for and have no id yet, so that they can be stopped all the same. */
export interface StartingRuns {
  /** Waits for the receipt of a run; stops the run at once if `stop` was called meanwhile. */
  begin(key: DraftKey, start: Promise<Result<SendReceipt>>): Promise<Result<SendReceipt>>;
  stop(key: DraftKey): void;
}

export function createStartingRuns(api: Pick<AgentApi, "stop">): StartingRuns {
  const starting = new Map<DraftKey, { stopped: boolean }>();
  return {
    async begin(key, start) {
      const run = { stopped: false };
      starting.set(key, run);
      const receipt = await toResult(start);
      if (starting.get(key) === run) starting.delete(key);
      if (run.stopped && receipt.ok) void api.stop(receipt.value.runId);
      return receipt;
    },
    stop(key) {
      const run = starting.get(key);
      if (run !== undefined) run.stopped = true;
    },
  };
}
