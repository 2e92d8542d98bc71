import type { RunRequest } from "../../agent/define/run-request.ts";
import type { GenerateRequest, ModelClient, ModelEvent } from "../../agent/ports/model-client.ts";
import type { Responder } from "../../agent/ports/responder.ts";
import { wrapClient } from "../../agent/ports/wrap-client.ts";
import { runAgent } from "../../agent/run/run-agent.ts";
import { raceAbort } from "../../platform/race-abort.ts";
import type { DetectedCall } from "../../protocol/api/detected-call.ts";
import { defined } from "../../protocol/defined.ts";
import { describeError } from "../../protocol/describe-error.ts";
import { ENGINE_LOSSES, type Failure } from "../../protocol/failure.ts";
import type { MessageId } from "../../protocol/ids.ts";
import type { AssistantMessage, Conversation, Message, SummaryMark } from "../../protocol/message.ts";
import type { RunEvent } from "../../protocol/run-event.ts";
import { type Approvals, createApprovals } from "./approvals.ts";
import { prepareRun, type RunDraft } from "./prepare-run.ts";
import type { RunContext } from "./run-context.ts";
import { createRunRecorder, type RunRecorder } from "./run-recorder.ts";
import { countLeftOut } from "./thread-history.ts";

/** A run to start. */
export interface RunPlan {
  readonly conversation: Conversation;
  /** The message that the answer follows. */
  readonly parentId: MessageId;
  /** Stored in one transaction with the answer's placeholder. */
  readonly newMessages: readonly Message[];
  /** The messages that the answer replaces, if it is a summary. */
  readonly summary?: SummaryMark;
  readonly request: Omit<
    RunRequest,
    "runId" | "conversationId" | "messageId" | "agent" | "recalled" | "sentBefore" | "signal"
  >;
  /** How the request is fitted to the model once it is loaded; null if the model reads the whole history as it is. */
  readonly fit: RunFit | null;
  /** The one who answers in the model's place; no model is waited for. */
  readonly responder?: Responder;
}

/** Facts for fitting a request to the model's context. */
export interface RunFit extends Omit<RunDraft, "question" | "history" | "windowStart"> {
  /** The stored messages that the request's history was made from. */
  readonly messages: readonly Message[];
}

interface ActiveRun {
  readonly plan: RunPlan;
  readonly message: AssistantMessage;
  readonly recorder: RunRecorder;
  readonly approvals: Approvals;
  readonly signal: AbortSignal;
}

/**
 * Stores the answer's placeholder and starts the run that fills it. Resolves with the placeholder as stored; from then
 * on the run is in the registry and its events reach the page.
 */
export async function startRun(context: RunContext, plan: RunPlan): Promise<AssistantMessage> {
  const { message, conversation } = await storePlaceholder(context, plan);
  const controller = new AbortController();
  const { signal } = controller;
  const approvals = createApprovals(context, signal);
  const question = plan.request.title ?? plan.request.question;
  const recorder = createRunRecorder(context, { conversation, message, question });
  const done = answer(context, { plan, message, recorder, approvals, signal });
  context.runs.add(message.runId, conversation.id, {
    stop: () => controller.abort(),
    decide: approvals.decide,
    done,
  });
  context.liveRuns.hold(message.runId, done);
  void done.finally(() => context.emit({ type: "memories-changed" }));
  return message;
}

async function storePlaceholder(
  { conversations, now, newId }: RunContext,
  plan: RunPlan,
): Promise<{ readonly message: AssistantMessage; readonly conversation: Conversation }> {
  const createdAt = now();
  const placeholder: AssistantMessage = {
    role: "assistant",
    id: newId(),
    conversationId: plan.conversation.id,
    parentId: plan.parentId,
    createdAt,
    sequence: 0,
    runId: newId(),
    state: "running",
    turns: [],
    ...(plan.summary === undefined ? toAskedWay(plan.request) : { summary: plan.summary }),
  };
  const conversation: Conversation = { ...plan.conversation, headId: placeholder.id, updatedAt: createdAt };
  const saved = await conversations.saveTurn(conversation, [...plan.newMessages, placeholder]);
  const message = saved.find(({ id }) => id === placeholder.id);
  if (message?.role !== "assistant") throw new Error("The store did not keep the answer's placeholder.");
  return { message, conversation };
}

/** How the question was asked, for a new answer to it. */
function toAskedWay({ skill, mode, onlyTool }: RunPlan["request"]): Partial<AssistantMessage> {
  return { skill: skill.name, ...defined({ onlyTool }), ...(mode === "detect" ? { detect: true } : {}) };
}

/** Waits for the model, runs the agent and records what happens. Never rejects. */
async function answer(context: RunContext, run: ActiveRun): Promise<void> {
  const { plan, message, recorder, signal } = run;
  try {
    if ((plan.responder || context.model.state.type !== "ready") && (await answerAhead(context, run))) return;
    const ready = await raceAbort(context.model.whenReady(), signal);
    const model = ready === "aborted" || signal.aborted ? null : ready;
    if (model === null) return await recorder.end(signal.aborted ? { code: "cancelled" } : toLoadFailure(context));
    if (model.info.foreign === true) await recorder.markForeign(plan.newMessages);
    for await (const event of await runWith(context, run, model)) {
      context.sentText.take(event);
      if (event.type === "detected") context.announce(toDetectedCall(event, message));
      if (event.type === "turn-end") context.model.noteTurn(event.usage);
      // The engine answered to the end, so that earlier losses count no more.
      if (event.type === "run-end" && !event.failure && event.reason !== "cancelled") context.model.noteAnswered();
      await recorder.add(event);
      // Not awaited: a lost engine may never release what it holds.
      if (event.type === "run-end") void markLost(context, event.failure, model);
    }
  } catch (error) {
    await recorder.end({ code: "internal", detail: describeError(error) }).catch(() => undefined);
  }
}

/** Runs the plan, fitted to the model. */
async function runWith(
  context: RunContext,
  run: ActiveRun,
  model: ModelClient,
  more: Pick<RunRequest, "withoutModel"> = {},
): Promise<AsyncGenerator<RunEvent, void, void>> {
  const { agent, clock, timeZone, newId } = context;
  const { plan, message, approvals, signal } = run;
  const { formats, samplings } = context.settings.current;
  const { modelId } = model.info;
  const isAbsent = more.withoutModel === true;
  // Who may answer instead is the same before a model is here as afterwards.
  const isKnown = !isAbsent || context.model.state.type === "loading";
  const request: RunRequest = {
    ...(isKnown ? { policy: await context.policies.choose(model.info) } : {}),
    ...defined({ format: formats?.[modelId] }),
    ...plan.request,
    sampling: { ...plan.request.sampling, ...samplings?.[modelId] },
    ...(await fitToModel(context, run, model)),
    ...(isAbsent ? {} : await context.findTools(agent, plan.request)),
    ...more,
    runId: message.runId,
    conversationId: message.conversationId,
    messageId: message.id,
    agent,
    sentBefore: context.sentText.text,
    signal,
  };
  const { askApproval, isGranted } = approvals;
  const free = afterReadAhead(model, context.runs);
  const responders = plan.responder ? [plan.responder] : request.askModel ? [] : await context.loadResponders();
  return runAgent(request, { model: free, clock, timeZone, newId, askApproval, isGranted, responders });
}

/** The model, whose generations wait until reading ahead has stopped. */
function afterReadAhead(client: ModelClient, runs: RunContext["runs"]): ModelClient {
  return wrapClient(client, {
    generate: (request) => {
      const ending = runs.endReadAhead();
      return ending === null ? client.generate(request) : generateAfter(ending, client, request);
    },
  });
}

async function* generateAfter(
  ending: Promise<void>,
  client: ModelClient,
  request: GenerateRequest,
): AsyncGenerator<ModelEvent, void, void> {
  await ending;
  yield* client.generate(request);
}

/** Has the responders answer before a model is there. False, and nothing recorded, where they leave it to the model. */
async function answerAhead(context: RunContext, run: ActiveRun): Promise<boolean> {
  const { fit, responder, request } = run.plan;
  const { skill, askModel, mode = "execute" } = request;
  if (skill.type !== "agentic" || askModel === true || mode !== "execute" || !(fit || responder)) return false;
  const { recordAhead, toAbsentModel } = await import("./answer-ahead.ts");
  const events = await runWith(context, run, toAbsentModel(context.model.state), { withoutModel: true });
  return recordAhead(events, run.recorder.add);
}

function toDetectedCall(
  { skill, node, call }: Extract<RunEvent, { type: "detected" }>,
  { runId, conversationId }: AssistantMessage,
): DetectedCall {
  const { name, arguments: input } = call;
  return { type: "detected", version: 1, runId, conversationId, skill, ...defined({ node }), name, arguments: input };
}

/** Why there is no model: what its load failed with, if there was one. */
function toLoadFailure({ model }: RunContext): Failure {
  const { state } = model;
  return state.type === "failed" ? state.failure : { code: "no-model" };
}

/** Chooses the window of the conversation, and the notes that bear on the question. */
async function fitToModel(
  { windowStarts }: RunContext,
  { plan, recorder }: ActiveRun,
  model: ModelClient,
): Promise<Pick<RunRequest, "history" | "question" | "recalled">> {
  const { fit, conversation } = plan;
  const { question, history } = plan.request;
  if (fit === null) return { history, question };
  const key = `${conversation.id} ${fit.messages[0]?.id ?? ""}`;
  const prepared = await prepareRun({ ...fit, question, history, windowStart: windowStarts.get(key) ?? 0 }, model);
  windowStarts.set(key, prepared.windowStart);
  const recalled = defined({ recalled: prepared.recalled ?? undefined });
  const leftOut = countLeftOut(fit.messages, prepared.windowStart) || undefined;
  recorder.notePreparation({ ...recalled, ...defined({ filesRead: prepared.filesRead ?? undefined, leftOut }) });
  return { history: prepared.history, question: prepared.question, ...recalled };
}

async function markLost({ model }: RunContext, failure: Failure | undefined, client: ModelClient): Promise<void> {
  const { state } = model;
  if (failure === undefined || !ENGINE_LOSSES.has(failure.code) || state.type !== "ready") return;
  await model.markFailed({ type: "failed", modelId: state.modelId, failure }, client);
}
