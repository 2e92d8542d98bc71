import type { RunsApi, SendReceipt } from "../../protocol/api/runs-api.ts";
import { defined } from "../../protocol/defined.ts";
import type { Failed, Result } from "../../protocol/failure.ts";
import { type Conversation, isTainted, type Message, toBranch } from "../../protocol/message.ts";
import type { Budget } from "../../protocol/run-event.ts";
import { findSkill } from "../agent-facts.ts";
import type { HostParts } from "../host-parts.ts";
import { planAnswer, type Question } from "../runs/plan-answer.ts";
import { readAhead } from "../runs/read-ahead.ts";
import type { RunContext } from "../runs/run-context.ts";
import { type RunPlan, startRun } from "../runs/start-run.ts";
import { planSummary } from "../runs/thread-history.ts";
import { toNewQuestion } from "../runs/to-new-question.ts";
import { toMissing, toResult } from "../to-result.ts";

/** No tool has this name. */
const NO_TOOL = "";
/** The question in a summary's log. */
const SUMMARY_QUESTION = "Summarise older messages";
/** A long conversation is read in many parts; Stop ends it at any time. */
const SUMMARY_BUDGET: Partial<Budget> = { maxTurns: 500, maxTokens: 5_000_000, maxTotalMs: 3_600_000 };

export function createRunsApi(parts: HostParts): RunsApi {
  const { readRunContext, readStarted, runs } = parts;
  return {
    send: (request) =>
      runs.begin(async () => {
        const context = await readRunContext(request.conversationId, request.project);
        // Asked before the conversation takes the skill over.
        const missing = findMissingSkill(context, request.skill);
        if (missing !== null) return missing;
        await context.loadModel?.();
        const question = await toNewQuestion(context, request, "kept");
        return question === null ? toMissing(request.conversationId ?? "") : answer(context, question);
      }, "question"),
    regenerate: async (assistantMessageId, withoutTools) => {
      const { stores } = await readStarted();
      const old = await stores.conversations.readMessage(assistantMessageId);
      const context = await readRunContext(old?.conversationId);
      const { conversations } = context;
      // An answer under way is given up for the one without tools.
      if (withoutTools === true && old !== null) await runs.stopAll(old.conversationId);
      return runs.begin(async () => {
        const conversation = old === null ? null : await stores.conversations.read(old.conversationId);
        if (old?.role !== "assistant" || conversation === null) return toMissing(assistantMessageId);
        const branch = toBranch(await conversations.readMessages(conversation), old.parentId);
        const message = branch.at(-1);
        if (message?.role !== "user") return toMissing(old.parentId);
        const { skill, detect } = old;
        const onlyTool = withoutTools === true ? NO_TOOL : old.onlyTool;
        const forceCall = onlyTool ? true : undefined;
        const options = { ...defined({ skill, detect, onlyTool, forceCall }), askModel: true };
        return answer(context, { conversation, message, isNew: false, before: branch.slice(0, -1), options });
      }, "question");
    },
    readAhead: async (request) => {
      const context = await readRunContext(request.conversationId, request.project);
      if (request.text.trim() !== "") context.policies.noteWriting();
      const isKnown = findMissingSkill(context, request.skill) === null;
      const question = isKnown ? await toNewQuestion(context, request, "draft") : null;
      if (question === null) return;
      const isKept = (await (await parts.encryption).readState()) === "off";
      await readAhead(context, question, { isKept }).catch(() => undefined);
    },
    stepWaiting: (step) => toResult(async () => (await import("../waiting/step-waiting.ts")).stepWaiting(parts, step)),
    transcribe: async (...sound) =>
      (await import("../runs/transcribe.ts")).transcribe(await readRunContext(), ...sound),
    stop: async (runId) => runs.stop(runId),
    decideApproval: async (runId, callId, decision) => runs.decide(runId, callId, decision),
    summarizeConversation: (conversationId) =>
      runs.begin(async () => {
        const context = await readRunContext(conversationId);
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

async function answer(context: RunContext, question: Question): Promise<Result<SendReceipt>> {
  const { conversation, options } = question;
  const asked = conversation.temporary === true ? undefined : (options.skill ?? conversation.skill);
  const missing = findMissingSkill(context, asked);
  if (missing !== null) return missing;
  const { id, runId } = await startRun(context, planAnswer(context, question));
  return {
    ok: true,
    value: {
      conversationId: question.conversation.id,
      userMessageId: question.message.id,
      assistantMessageId: id,
      runId,
    },
  };
}

/** The failure where a skill is named that the agent does not have: another one must not answer in its place. */
function findMissingSkill({ agent }: RunContext, name: string | undefined): Failed | null {
  if (name === undefined || agent.skills.some((skill) => skill.name === name)) return null;
  const detail = `'${name}' is none of ${agent.skills.map((skill) => skill.name).join(", ")}`;
  return { ok: false, failure: { code: "skill-missing", detail } };
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
      question: SUMMARY_QUESTION,
      history: plan.history,
      budget: SUMMARY_BUDGET,
      sampling: settings.current.sampling,
      memory: false,
      tainted: isTainted(branch),
      mode: "summarize",
    },
    fit: null,
  };
}
