import type { Result } from "../failure.ts";
import type { ConversationId, RunId } from "../ids.ts";
import type { CheckedRun, RunSummary } from "../stored-data.ts";

/** Reads the logs of ended runs. */
export interface RunLogsApi {
  listRuns(conversationId?: ConversationId): Promise<readonly RunSummary[]>;
  /** Verifies the log's evidence too. */
  readRun(runId: RunId): Promise<Result<CheckedRun>>;
  /** Reads and verifies an exported run, without storing it. `importModel` takes such a file to replay it. */
  readRunFile(text: string): Promise<Result<CheckedRun>>;
}
