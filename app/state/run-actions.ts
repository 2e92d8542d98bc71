import type { AgentApi } from "../../worker/protocol/api/agent-api.ts";
import type { Failure } from "../../worker/protocol/failure.ts";
import type { ConversationId, MessageId, RunId } from "../../worker/protocol/ids.ts";
import { type StateAccess, toResult } from "./app-state.ts";
import { type DraftKey, EMPTY_DRAFT, readComposer, updateComposer } from "./composer/composer-state.ts";
import type { StartingRuns } from "./composer/starting-runs.ts";

/** Runs of a conversation: what starts one beside a message, and what reaches into one. */
export type RunActions = ReturnType<typeof createRunActions>;

export function createRunActions(api: AgentApi, state: StateAccess, starting: StartingRuns) {
  function showFailure(key: DraftKey, failure: Failure): void {
    updateComposer(state, key, { problem: { failure, draft: EMPTY_DRAFT } });
  }

  /** Who stops an answer does not want the next question asked at once. */
  function holdQueue(key: DraftKey): void {
    updateComposer(state, key, ({ queue }) => ({ isQueueHeld: queue.length > 0 }));
  }

  return {
    async stop(runId: RunId): Promise<void> {
      const run = state.get().runs[runId];
      if (run !== undefined) holdQueue(run.conversationId);
      await api.stop(runId);
    },
    /** Stops the run that is being started, as soon as its id is known; does nothing if there is none. */
    stopStarting(key: DraftKey): void {
      if (readComposer(state, key).sending !== null) holdQueue(key);
      starting.stop(key);
    },
    /** Without tools: in the place of an answer under way. */
    async regenerate(conversationId: ConversationId, messageId: MessageId, withoutTools = false): Promise<void> {
      if (withoutTools) holdQueue(conversationId);
      const receipt = await starting.begin(conversationId, api.regenerate(messageId, withoutTools));
      if (!receipt.ok) showFailure(conversationId, receipt.failure);
    },
    /** Has the model sum up the older messages of a conversation. */
    async summarize(key: DraftKey): Promise<void> {
      if (key === "new") return showFailure(key, { code: "nothing-to-summarize" });
      const begun = await toResult(api.summarizeConversation(key));
      if (!begun.ok) showFailure(key, begun.failure);
      else updateComposer(state, key, { problem: null });
    },
  };
}
