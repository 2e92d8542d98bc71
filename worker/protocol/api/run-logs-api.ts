import type { Result } from "../failure.ts";
import type { ConversationId, RunId } from "../ids.ts";
import type { CheckedRun, RunSummary } from "../stored-data.ts";

/** Reads the logs of ended runs. */
export interface RunLogsApi {
  listRuns(conversationId?: ConversationId): Promise<readonly RunSummary[]>;
  /** Checks the log's evidence while it reads. */
  readRun(runId: RunId): Promise<Result<CheckedRun>>;
  /** The same of an exported run, which is not stored. `importModel` takes such a file to play it again. */
  readRunFile(text: string): Promise<Result<CheckedRun>>;
}
