import type { SummariesApi } from "../../protocol/api/summaries-api.ts";
import type { Conversation, Message } from "../../protocol/message.ts";
import type { Budget } from "../../protocol/run-event.ts";
import { findSkill } from "../agent-facts.ts";
import type { RunContext } from "../runs/run-context.ts";
import type { RunRegistry } from "../runs/run-registry.ts";
import { type RunPlan, startRun } from "../runs/start-run.ts";
import { isTainted, planSummary, toBranch } from "../runs/thread-history.ts";
import { toMissing, toResult } from "../to-result.ts";

/** The question in the run's log. */
const QUESTION = "Summarise older messages";
/** A long conversation is read in many parts; Stop ends it at any time. */
const BUDGET: Partial<Budget> = { maxTurns: 500, maxTokens: 5_000_000, maxTotalMs: 3_600_000 };

export function createSummariesApi(deps: {
  readRunContext(): Promise<RunContext>;
  readonly runs: RunRegistry;
}): SummariesApi {
  const { readRunContext, runs } = deps;
  return {
    summarizeConversation: (conversationId) =>
      runs.begin(async () => {
        const context = await readRunContext();
        const conversation = await context.stores.conversations.read(conversationId);
        if (conversation === null) return toMissing(conversationId);
        const branch = toBranch(await context.conversations.readMessages(conversation), conversation.headId);
        const plan = planSummaryRun(context, conversation, branch);
        if (plan === null) return { ok: false, failure: { code: "nothing-to-summarize" } };
        const { runId } = await startRun(context, plan);
        return { ok: true, value: runId };
      }),
    applySummary: (messageId, used) =>
      toResult(async () => {
        const { conversations, stores } = await readRunContext();
        const message = await stores.conversations.readMessage(messageId);
        const conversation = message === null ? null : await stores.conversations.read(message.conversationId);
        if (message?.role !== "assistant" || message.summary === undefined || conversation === null) {
          return toMissing(messageId);
        }
        await conversations.saveTurn(conversation, [{ ...message, summary: { ...message.summary, undone: !used } }]);
        return { ok: true, value: null };
      }),
  };
}

/** The run that sums up a branch's older messages, or null if there are too few. */
function planSummaryRun(
  { agent, settings }: RunContext,
  conversation: Conversation,
  branch: readonly Message[],
): RunPlan | null {
  const plan = planSummary(branch);
  const newest = branch.at(-1);
  if (plan === null || newest === undefined) return null;
  return {
    conversation,
    parentId: newest.id,
    newMessages: [],
    summary: plan.mark,
    request: {
      // Any skill will do: a summary uses no tools.
      skill: findSkill(agent, ""),
      question: QUESTION,
      history: plan.history,
      budget: BUDGET,
      sampling: settings.current.sampling,
      memory: false,
      tainted: isTainted(branch),
      mode: "summarize",
    },
    fit: null,
  };
}
