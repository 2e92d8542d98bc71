import { createEvidenceChain } from "../../agent/log/evidence.ts";
import { type Answer, EMPTY_ANSWER, foldAnswer } from "../../protocol/answer.ts";
import { defined } from "../../protocol/defined.ts";
import type { Failure } from "../../protocol/failure.ts";
import type { AssistantMessage, Conversation, RecalledNotes } from "../../protocol/message.ts";
import { RUN_EVENT_VERSION, type RunEvent } from "../../protocol/run-event.ts";
import type { RunHeader } from "../../store/stores.ts";
import { toFailure } from "../to-result.ts";
import { markUsed, type RunContext } from "./run-context.ts";

/** Events that a later event repeats: the page gets them, the stored log does not. */
const TRANSIENT: ReadonlySet<RunEvent["type"]> = new Set(["prefill-progress"]);
/** Events after which the answer and the log are stored. */
const MILESTONES: ReadonlySet<RunEvent["type"]> = new Set(["turn-end", "call-end", "run-end"]);
/** How often an answer is stored between two milestones: what the user has read must not be lost with the tab. */
const SAVE_EVERY_MS = 2000;

/** The run whose events are recorded. */
export interface RecordedRun {
  readonly conversation: Conversation;
  /** The placeholder that the answer replaces. */
  readonly message: AssistantMessage;
  /** What the run's log is listed under. */
  readonly question: string;
}

/** Sends a run's events to the page, and stores its log and its answer as they grow. */
export class RunRecorder {
  readonly #context: RunContext;
  readonly #run: RecordedRun;
  readonly #startedAt: number;
  readonly #evidence = createEvidenceChain();
  #answer: Answer = EMPTY_ANSWER;
  #unsaved: RunEvent[] = [];
  #turns = 0;
  #calls = 0;
  #reason = "running";
  #failure: Failure | undefined;
  #preparation: Pick<AssistantMessage, "recalled" | "leftOut"> = {};
  #savedAt: number;
  #saving: Promise<void> | null = null;

  constructor(context: RunContext, run: RecordedRun) {
    this.#context = context;
    this.#run = run;
    this.#startedAt = context.clock.now();
    this.#savedAt = this.#startedAt;
  }

  /** Stored with the answer, so that the next question finds the conversation as the model read it. */
  notePreparation(recalled: RecalledNotes | null, leftOut: number): void {
    this.#preparation = { ...(recalled === null ? {} : { recalled }), ...(leftOut === 0 ? {} : { leftOut }) };
  }

  async add(event: RunEvent): Promise<void> {
    this.#answer = foldAnswer(this.#answer, event);
    if (event.type === "turn-start") this.#turns += 1;
    if (event.type === "call-start") this.#calls += 1;
    if (event.type === "run-end") {
      this.#reason = event.reason;
      this.#failure = event.failure;
      this.#context.runs.markEnding(this.#run.message.runId);
    }
    if (event.type === "call-end" && event.outcome.type === "success") {
      markUsed(this.#context.stores, event.outcome.memoryIds ?? []);
    }
    this.#emit(event);
    if (!TRANSIENT.has(event.type)) this.#unsaved.push(event);
    const proof = this.#evidence.observe(event);
    if (proof !== null) {
      this.#emit(proof);
      this.#unsaved.push(proof);
    }
    if (event.type === "text-delta" || event.type === "reasoning-delta") this.#saveProgress();
    if (MILESTONES.has(event.type)) await this.#saveMilestone(event.at);
  }

  /** Ends a run that could not end itself. */
  end(failure: Failure): Promise<void> {
    const at = this.#context.clock.now() - this.#startedAt;
    return failure.code === "cancelled"
      ? this.add({ type: "run-end", at, reason: "cancelled", text: "" })
      : this.add({ type: "run-end", at, reason: "failed", failure, text: "" });
  }

  #emit(event: RunEvent): void {
    const { conversation, message } = this.#run;
    this.#context.emit({
      type: "run",
      runId: message.runId,
      conversationId: conversation.id,
      messageId: message.id,
      event,
    });
  }

  /** Not awaited by the events that follow, and never two at once: an older state must not overwrite a newer one. */
  #saveProgress(): void {
    const { clock } = this.#context;
    if (this.#saving !== null || clock.now() - this.#savedAt < SAVE_EVERY_MS) return;
    this.#savedAt = clock.now();
    // A fault here is ignored: the save at the turn's end meets it again and reports it.
    this.#saving = this.#saveAnswer(clock.wallNow())
      .catch(() => undefined)
      .finally(() => {
        this.#saving = null;
      });
  }

  async #saveMilestone(at: number): Promise<void> {
    const { clock, stores, emit, now } = this.#context;
    const emitFailure = (error: unknown): void => emit({ type: "failure", failure: toFailure(error) });
    const events = this.#unsaved;
    this.#unsaved = [];
    await this.#saving;
    this.#savedAt = clock.now();
    await this.#saveAnswer(now()).catch(emitFailure);
    await stores.runs.append(this.#toHeader(at), events).catch(emitFailure);
  }

  async #saveAnswer(updatedAt: number): Promise<void> {
    const { conversation, message } = this.#run;
    const { state, turns, notice } = this.#answer;
    await this.#context.conversations.saveTurn({ ...conversation, updatedAt }, [
      { ...message, state, turns, ...this.#preparation, ...defined({ notice, failure: this.#failure }) },
    ]);
  }

  #toHeader(durationMs: number): RunHeader {
    const { conversation, message, question } = this.#run;
    return {
      id: message.runId,
      conversationId: conversation.id,
      // Runs and answers are listed in the same order because they share this time.
      startedAt: message.createdAt,
      question,
      reason: this.#reason,
      turns: this.#turns,
      calls: this.#calls,
      durationMs,
      version: RUN_EVENT_VERSION,
    };
  }
}
