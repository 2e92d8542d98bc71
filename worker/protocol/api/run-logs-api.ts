import type { Result } from "../failure.ts";
import type { ConversationId, RunId } from "../ids.ts";
import type { JsonObject } from "../json.ts";
import type { CheckedRun, RunSummary } from "../stored-data.ts";

/** A provider whose message format a run can be exported in. */
export type RequestFormat = "openai" | "anthropic";

/** Reads the logs of ended runs. */
export interface RunLogsApi {
  listRuns(conversationId?: ConversationId): Promise<readonly RunSummary[]>;
  /** Verifies the log's evidence too. */
  readRun(runId: RunId): Promise<Result<CheckedRun>>;
  /**
   * The conversation up to the run's answer as a provider's request, and the answer as its response, with the names of
   * tools made valid there; `names` leads back.
   */
  toProviderExchange(runId: RunId, format: RequestFormat): Promise<Result<JsonObject>>;
  /**
   * Takes a provider's request, with or without its response, as a new conversation of somebody else's words: a body, a
   * list of messages, or a pair as `toProviderExchange` gives it. Null, and nothing is stored, if the text is none of these.
   */
  importExchange(text: string): Promise<Result<ConversationId | null>>;
  /** Reads and verifies an exported run, without storing it. `importModel` takes such a file to replay it. */
  readRunFile(text: string): Promise<Result<CheckedRun>>;
}
