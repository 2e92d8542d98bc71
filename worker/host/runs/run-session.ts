import { toToolPin } from "../../agent/define/to-tool-pin.ts";
import { createEvidenceChain } from "../../agent/log/evidence.ts";
import type { ModelClient } from "../../agent/ports/model-client.ts";
import type { Clock } from "../../agent/ports/run-deps.ts";
import { runAgent } from "../../agent/run/run-agent.ts";
import type { RunRequest } from "../../agent/state/run-request.ts";
import { type Answer, EMPTY_ANSWER, foldAnswer } from "../../protocol/answer.ts";
import { describeError } from "../../protocol/describe-error.ts";
import type { Failure } from "../../protocol/failure.ts";
import type { CallId } from "../../protocol/ids.ts";
import type { AssistantMessage } from "../../protocol/message.ts";
import { type ApprovalDecision, RUN_EVENT_VERSION, type RunEvent } from "../../protocol/run-event.ts";
import type { Grant } from "../../protocol/settings.ts";
import type { RunSummary } from "../../protocol/stored-data.ts";
import type { RunHeader } from "../../store/stores.ts";
import type { PreparedRun } from "./prepare-run.ts";

/** Where a run's results go. */
export interface RunSink {
  onEvent(event: RunEvent): void;
  /** The answer as it stands: at the end of each turn and call, and when the run ends. */
  saveAnswer(message: AssistantMessage): Promise<void>;
  /** The answer so far, now and then while a turn is written: what was read must not go with the tab. Never rejects. */
  saveProgress(message: AssistantMessage): Promise<void>;
  appendLog(header: RunHeader, events: readonly RunEvent[]): Promise<void>;
  /** The engine cannot go on; it has to be loaded again. */
  onEngineLost(failure: Failure): Promise<void>;
  /** The user allowed a tool for good. */
  grant(grant: Grant): Promise<void>;
}

/** A run under way. */
export interface RunSession {
  stop(): void;
  decide(callId: CallId, decision: ApprovalDecision): void;
  /** Resolves when the run has ended and everything of it is stored. Never rejects. */
  readonly done: Promise<void>;
}

/** What a run's model is given to read. */
export interface RunPreparation extends Pick<PreparedRun, "history" | "recalled"> {
  /** Stored messages that no longer fitted. */
  readonly leftOut: number;
}

/** What a run session is started with: the run's own request, but for the signal, which the session owns. */
export interface RunSessionStart {
  readonly request: Omit<RunRequest, "signal">;
  /** The placeholder that the answer replaces. */
  readonly message: AssistantMessage;
  /** Resolves with the loaded model, or null when there is none to be had. */
  readonly model: Promise<ModelClient | null>;
  /** Fits the request to the model once it is there. */
  prepare(model: ModelClient): Promise<RunPreparation>;
  /** The user's lasting permissions as they stand at this moment: one that is taken back ends with the next call. */
  readGrants(): readonly Grant[];
  readonly clock: Clock;
  readonly timeZone: string;
  newId(): string;
  readonly sink: RunSink;
}

/** Faults after which the engine has to be loaded again. */
const FATAL: ReadonlySet<Failure["code"]> = new Set([
  "device-lost",
  "engine-crashed",
  "engine-timeout",
  "out-of-memory",
]);

/** Starts a run and keeps its log, its answer and its approvals until it ends. */
export function startRun(start: RunSessionStart): RunSession {
  const source: AbortController = new AbortController();
  const waiting = new Map<CallId, (decision: ApprovalDecision) => void>();
  source.signal.addEventListener("abort", () => {
    for (const answer of waiting.values()) answer({ type: "deny", reason: "stopped" });
    waiting.clear();
  });
  return {
    stop: () => source.abort(),
    decide: (callId, decision) => {
      waiting.get(callId)?.(decision);
      waiting.delete(callId);
    },
    done: drive(start, source, waiting),
  };
}

async function drive(
  start: RunSessionStart,
  source: AbortController,
  waiting: Map<CallId, (decision: ApprovalDecision) => void>,
): Promise<void> {
  const { request, sink } = start;
  const record = createRecorder(start);
  try {
    const model = await untilStopped(start.model, source.signal);
    if (model === null) {
      await record.end(source.signal.aborted ? { code: "cancelled" } : { code: "no-model" });
      return;
    }
    const prepared = await start.prepare(model);
    const { history, recalled } = prepared;
    record.notePrepared(prepared);
    const { tools, automaticTools, memoryTools } = request.agent;
    const pins = new Map(
      [...tools, ...automaticTools, ...memoryTools].map(({ spec }) => [spec.name, toToolPin(spec)] as const),
    );
    const events = runAgent(
      { ...request, history, ...(recalled === null ? {} : { recalled }), signal: source.signal },
      {
        model,
        clock: start.clock,
        timeZone: start.timeZone,
        newId: () => start.newId(),
        isGranted: (tool, skill) =>
          start
            .readGrants()
            .some((grant) => grant.tool === tool && grant.skill === skill && grant.pin === pins.get(tool)),
        askApproval: async (approval) => {
          const decision = await new Promise<ApprovalDecision>((resolve) => {
            if (source.signal.aborted) resolve({ type: "deny", reason: "stopped" });
            else waiting.set(approval.call.id, resolve);
          });
          const tool = approval.call.name;
          const pin = pins.get(tool);
          if (decision.type === "allow-always" && approval.rememberable && pin !== undefined) {
            await sink.grant({ tool, skill: approval.skill, pin, givenAt: start.clock.wallNow() });
          }
          return decision;
        },
      },
    );
    for await (const event of events) {
      await record.add(event);
      if (event.type === "run-end" && event.failure !== undefined && FATAL.has(event.failure.code)) {
        // Not awaited: an engine that is lost may never let go of what it holds.
        void sink.onEngineLost(event.failure);
      }
    }
  } catch (error) {
    await record.end({ code: "internal", detail: describeError(error) }).catch(() => undefined);
  }
}

/** The model, or null when there is none or the run was stopped while it loaded. */
async function untilStopped(model: Promise<ModelClient | null>, signal: AbortSignal): Promise<ModelClient | null> {
  const stopped = new Promise<null>((resolve) => {
    signal.addEventListener("abort", () => resolve(null), { once: true });
  });
  const first = await Promise.race([model, stopped]);
  return signal.aborted ? null : first;
}

/** Events that carry only what a later event says again; the page sees them, the stored log does without. */
const PASSING: ReadonlySet<RunEvent["type"]> = new Set(["prefill-progress"]);
/** Events after which the answer is worth storing. */
const MILESTONES: ReadonlySet<RunEvent["type"]> = new Set(["turn-end", "call-end", "run-end"]);
/** How often an answer is stored between two of them. */
const SAVE_EVERY_MS = 2000;

interface Recorder {
  /** What was recalled is stored with the answer, so that the next question finds the conversation as it was read. */
  notePrepared(prepared: RunPreparation): void;
  add(event: RunEvent): Promise<void>;
  /** Ends a run that could not end itself. */
  end(failure: Failure): Promise<void>;
}

function createRecorder({ request, message, clock, sink }: RunSessionStart): Recorder {
  // Of the answer: the one time decides in what order both are listed.
  const startedAt = message.createdAt;
  const clockStartedAt = clock.now();
  const evidence = createEvidenceChain();
  let answer: Answer = EMPTY_ANSWER;
  let pending: RunEvent[] = [];
  let turns = 0;
  let calls = 0;
  let reason = "running";
  let failure: Failure | undefined;
  let told: Pick<AssistantMessage, "recalled" | "leftOut"> = {};
  let savedAt = clock.now();
  let saving: Promise<void> | null = null;
  const toHeader = (at: number): RunHeader => ({
    ...toSummary(request, startedAt),
    reason,
    turns,
    calls,
    durationMs: at,
    version: RUN_EVENT_VERSION,
  });
  const toStored = (): AssistantMessage => ({
    ...message,
    state: answer.state,
    turns: answer.turns,
    ...told,
    ...(answer.notice === undefined ? {} : { notice: answer.notice }),
    ...(failure === undefined ? {} : { failure }),
  });
  const saveProgress = (): void => {
    // Not awaited by the words that follow, and never two at once: an older state must not be stored over a newer one.
    if (saving !== null || clock.now() - savedAt < SAVE_EVERY_MS) return;
    savedAt = clock.now();
    saving = sink.saveProgress(toStored()).finally(() => {
      saving = null;
    });
  };
  const add = async (event: RunEvent): Promise<void> => {
    answer = foldAnswer(answer, event);
    if (event.type === "turn-start") turns += 1;
    if (event.type === "call-start") calls += 1;
    if (event.type === "run-end") {
      reason = event.reason;
      failure = event.failure;
    }
    sink.onEvent(event);
    if (!PASSING.has(event.type)) pending.push(event);
    const proof = evidence.observe(event);
    if (proof !== null) {
      sink.onEvent(proof);
      pending.push(proof);
    }
    if (event.type === "text-delta" || event.type === "reasoning-delta") saveProgress();
    if (!MILESTONES.has(event.type)) return;
    const events = pending;
    pending = [];
    await saving;
    savedAt = clock.now();
    await sink.saveAnswer(toStored());
    await sink.appendLog(toHeader(event.at), events);
  };
  return {
    add,
    notePrepared: ({ recalled, leftOut }) => {
      told = { ...(recalled === null ? {} : { recalled }), ...(leftOut === 0 ? {} : { leftOut }) };
    },
    end: async (failure) => {
      const at = clock.now() - clockStartedAt;
      const cancelled = failure.code === "cancelled";
      await add({
        type: "run-end",
        at,
        reason: cancelled ? "cancelled" : "failed",
        ...(cancelled ? {} : { failure }),
        text: "",
      });
    },
  };
}

function toSummary(
  request: Omit<RunRequest, "signal">,
  startedAt: number,
): Omit<RunSummary, "reason" | "turns" | "calls" | "durationMs"> {
  const title = request.title ?? request.question;
  return { id: request.runId, conversationId: request.conversationId, startedAt, question: title };
}
