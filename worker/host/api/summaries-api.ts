import type { SummariesApi } from "../../protocol/api/summaries-api.ts";
import type { Budget } from "../../protocol/run-event.ts";
import { findSkill } from "../agent-facts.ts";
import type { RunRegistry } from "../runs/run-registry.ts";
import type { RunContext, RunStarter } from "../runs/run-starter.ts";
import { isTainted, planSummary, toBranch } from "../runs/thread-history.ts";
import { missing, settle } from "../settle.ts";
import type { Conversations } from "./conversations-api.ts";

export interface SummariesApiDeps {
  /** What a run stands on, once the host has started. */
  readRunContext(): Promise<RunContext>;
  readonly starter: RunStarter;
  readonly conversations: Conversations;
  readonly runs: RunRegistry;
}

/** What the run's log says was asked. */
const QUESTION = "Summarise older messages";
/** A long conversation is read in many parts; Stop ends it at any time. */
const BUDGET: Partial<Budget> = { maxTurns: 500, maxTokens: 5_000_000, maxTotalMs: 3_600_000 };

/** Has older messages summed up, and lets the user take a summary back. */
export function createSummariesApi({ readRunContext, starter, conversations, runs }: SummariesApiDeps): SummariesApi {
  return {
    summarizeConversation: (conversationId) =>
      runs.begin(async () => {
        const ground = await readRunContext();
        const conversation = await ground.stores.conversations.read(conversationId);
        if (conversation === null) return missing(conversationId);
        const branch = toBranch(await conversations.readMessages(conversation), conversation.headId);
        const plan = planSummary(branch);
        const newest = branch.at(-1);
        if (plan === null || newest === undefined) return { ok: false, failure: { code: "nothing-to-summarize" } };
        const { runId } = await starter.start({
          ground,
          conversation,
          parentId: newest.id,
          newMessages: [],
          message: { summary: plan.mark },
          request: {
            // Any will do: a summary uses no tools.
            skill: findSkill(ground.agent, ""),
            question: QUESTION,
            history: plan.history,
            budget: BUDGET,
            memory: false,
            tainted: isTainted(branch),
            mode: "summarize",
          },
          prepare: async () => ({ history: plan.history, recalled: null, leftOut: 0 }),
        });
        return { ok: true, value: runId };
      }),
    applySummary: (messageId, used) =>
      settle(async () => {
        const { stores } = await readRunContext();
        const message = await stores.conversations.readMessage(messageId);
        const conversation = message === null ? null : await stores.conversations.read(message.conversationId);
        if (message?.role !== "assistant" || message.summary === undefined || conversation === null) {
          return missing(messageId);
        }
        await conversations.saveTurn(conversation, [{ ...message, summary: { ...message.summary, undone: !used } }]);
        return { ok: true, value: null };
      }),
  };
}
