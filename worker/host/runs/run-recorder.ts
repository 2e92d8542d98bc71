import { findUsedNotes } from "../../agent/context/recall-memories.ts";
import { createEvidenceChain } from "../../agent/log/evidence.ts";
import { type Answer, EMPTY_ANSWER, foldAnswer } from "../../protocol/answer.ts";
import { defined } from "../../protocol/defined.ts";
import type { Failure } from "../../protocol/failure.ts";
import type { AssistantMessage, Conversation, Message } from "../../protocol/message.ts";
import { RUN_EVENT_VERSION, type RunEvent } from "../../protocol/run-event.ts";
import type { ToolOutcome } from "../../protocol/tool.ts";
import { toFailure } from "../to-result.ts";
import { markUsed, type RunContext } from "./run-context.ts";

/** Events that a later event repeats: the page gets them, the stored log does not. */
const TRANSIENT: ReadonlySet<RunEvent["type"]> = new Set(["prefill-progress"]);
/** Events after which the answer and the log are stored; the first, so that a run that is cut off at once is listed too. */
const MILESTONES: ReadonlySet<RunEvent["type"]> = new Set(["run-start", "turn-end", "call-end", "run-end"]);
/** Outcomes after which an answer is no clear success. */
const BAD_OUTCOMES: ReadonlySet<ToolOutcome["type"]> = new Set(["failed", "timed-out"]);
/** How often an answer is stored between two milestones: what the user has read must not be lost with the tab. */
const SAVE_EVERY_MS = 2000;

/** The run whose events are recorded. */
export interface RecordedRun {
  readonly conversation: Conversation;
  /** The placeholder that the answer replaces. */
  readonly message: AssistantMessage;
  /** The title of the run's log in lists. */
  readonly question: string;
}

/** The model's reading beside the question, and the number of old messages it does not read; absent where there is none. */
type Preparation = Pick<AssistantMessage, "recalled" | "filesRead" | "leftOut">;

/** Sends a run's events to the page, and stores its log and its answer as they grow. */
export type RunRecorder = ReturnType<typeof createRunRecorder>;

export function createRunRecorder(context: RunContext, { conversation, message, question }: RecordedRun) {
  const { clock, stores } = context;
  const { id: messageId, runId, conversationId } = message;
  const startedAt = clock.now();
  const evidence = createEvidenceChain();
  const log = {
    id: runId,
    conversationId,
    // Runs and answers are listed in the same order because they share this time.
    startedAt: message.createdAt,
    question,
    reason: "running",
    turns: 0,
    calls: 0,
    version: RUN_EVENT_VERSION,
  };
  let failed = 0;
  let answer: Answer = EMPTY_ANSWER;
  let failure: Failure | undefined;
  let preparation: Preparation = {};
  let origin: Pick<AssistantMessage, "foreign"> = {};
  let unsaved: RunEvent[] = [];
  let savedAt = startedAt;
  let saving: Promise<void> | null = null;

  const emitFailure = (error: unknown): void => context.emit({ type: "failure", failure: toFailure(error) });
  const publish = (event: RunEvent): void => {
    context.emit({ type: "run", runId, conversationId, messageId, event });
    if (!TRANSIENT.has(event.type)) unsaved.push(event);
  };
  const saveAnswer = async (updatedAt: number, others: readonly Message[] = []): Promise<void> => {
    const { state, turns, by, cost, notice, noticeKind } = answer;
    await context.conversations.saveTurn({ ...conversation, updatedAt }, [
      ...others,
      { ...message, ...origin, state, turns, ...preparation, ...defined({ by, cost, notice, noticeKind, failure }) },
    ]);
  };
  /** Not awaited by the events that follow, and never two at once: an older state must not overwrite a newer one. */
  const saveProgress = (): void => {
    if (saving !== null || clock.now() - savedAt < SAVE_EVERY_MS) return;
    savedAt = clock.now();
    // A fault here is ignored: the save at the turn's end meets it again and reports it.
    saving = saveAnswer(clock.wallNow())
      .catch(() => undefined)
      .finally(() => {
        saving = null;
      });
  };
  const saveMilestone = async (durationMs: number): Promise<void> => {
    const events = unsaved;
    unsaved = [];
    await saving;
    savedAt = clock.now();
    await saveAnswer(context.now()).catch(emitFailure);
    await stores.runs.append({ ...log, ...(failed === 0 ? {} : { failed }), durationMs }, events).catch(emitFailure);
  };
  /** Notes that the answer tells nothing of were of no use, and are not said to have been. */
  const noteUsed = (): void => {
    const { recalled } = preparation;
    if (recalled === undefined) return;
    const used = findUsedNotes(recalled, question, toSaid(answer));
    preparation = { ...preparation, recalled: { ...recalled, used } };
    markUsed(stores, used);
  };
  const add = async (event: RunEvent): Promise<void> => {
    answer = foldAnswer(answer, event);
    if (event.type === "turn-start") log.turns += 1;
    if (event.type === "call-start") log.calls += 1;
    if (event.type === "call-end" && BAD_OUTCOMES.has(event.outcome.type)) failed += 1;
    if (event.type === "call-end" && event.outcome.type === "success") markUsed(stores, event.outcome.memoryIds ?? []);
    if (event.type === "run-end") {
      log.reason = event.reason;
      failure = event.failure;
      // Nobody has read the notes, and one that was to be forgotten must not stay in the conversation.
      if (event.by !== undefined) {
        const { recalled: _, ...read } = preparation;
        preparation = read;
      }
      noteUsed();
      context.runs.markEnding(runId);
    }
    publish(event);
    const proof = evidence.observe(event);
    if (proof !== null) publish(proof);
    if (event.type === "text-delta" || event.type === "reasoning-delta") saveProgress();
    if (MILESTONES.has(event.type)) await saveMilestone(event.at);
  };

  return {
    add,
    /** Stores with the answer how it was prepared: the next question must find the conversation as it was read. */
    notePreparation: (prepared: Preparation): void => {
      preparation = prepared;
    },
    /** Stores the answer and these messages as text from outside, so that later runs do not trust them either. */
    markForeign: async (messages: readonly Message[]): Promise<void> => {
      origin = { foreign: true };
      await saveAnswer(
        context.now(),
        messages.map((each) => ({ ...each, foreign: true })),
      );
    },
    /** Ends a run that could not end itself. */
    end: (cause: Failure): Promise<void> => add(toEnd(cause, clock.now() - startedAt)),
  };
}

/** The answer's words: its texts and what its calls were given. */
function toSaid({ turns }: Answer): string {
  return turns.map(({ text, calls }) => `${text} ${JSON.stringify(calls.map(({ call }) => call.arguments))}`).join(" ");
}

function toEnd(cause: Failure, at: number): RunEvent {
  const end = { type: "run-end", at, text: "" } as const;
  return cause.code === "cancelled" ? { ...end, reason: "cancelled" } : { ...end, reason: "failed", failure: cause };
}
