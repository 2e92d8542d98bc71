import type { Agent } from "../worker/agent/define/agent.ts";
import { createAbsentModel } from "../worker/agent/ports/absent-model.ts";
import type { ModelClient } from "../worker/agent/ports/model-client.ts";
import type { Clock } from "../worker/agent/ports/run-deps.ts";
import { runAgent } from "../worker/agent/run/run-agent.ts";
import type { SpokenMessage } from "../worker/formats/providers/block-messages.ts";
import { raceAbort } from "../worker/platform/race-abort.ts";
import { EMPTY_ANSWER, foldAnswer } from "../worker/protocol/answer.ts";
import { defined } from "../worker/protocol/defined.ts";
import { describeError } from "../worker/protocol/describe-error.ts";
import type { CallRecord, RecalledNotes } from "../worker/protocol/message.ts";
import type { SamplingSettings } from "../worker/protocol/model.ts";
import type { ApprovalDecision, ApprovalRequest, RunEvent } from "../worker/protocol/run-event.ts";
import type { Answer, AskOptions } from "./answer.ts";
import { AnswerError } from "./answer-error.ts";
import type { Skill } from "./define-skill.ts";
import { EventList } from "./event-list.ts";
import type { AgentMemory } from "./memory.ts";
import type { Model } from "./model.ts";
import type { Thread } from "./thread.ts";
import type { TypedOutput } from "./typed-output.ts";

/** A question with all that its answer takes. */
export interface Question<Out> {
  readonly agent: Agent;
  readonly skill: Skill;
  readonly model: Model;
  readonly question: string;
  readonly options: AskOptions;
  readonly output: TypedOutput<Out> | null;
  readonly thread: Thread;
  readonly memory: AgentMemory | null;
  readonly sampling: SamplingSettings;
  readonly clock: Clock;
  readonly timeZone: string;
  newId(): string;
  approve(request: ApprovalRequest): Promise<ApprovalDecision>;
  onEvent(event: RunEvent): void;
}

/** Times that an answer which does not fit its type is asked for again. */
const MAX_REPAIRS = 2;
/** Recalled notes take at most this share of the context, and at most this many tokens. */
const RECALL_SHARE = 0.1;
const MAX_RECALL_TOKENS = 400;
/** The conversation's share of the context; the rest is for the system message, the tools and the answer. */
const HISTORY_SHARE = 0.5;

/** Stands for the model of a skill that is a function: nothing is opened for it, and it is never asked. */
const NO_MODEL = createAbsentModel({ engine: "scripted", modelId: "none", contextTokens: 0 });

/** Events and calls of one answer as they are gathered. */
interface Progress {
  readonly events: EventList<RunEvent>;
  readonly calls: CallRecord[];
  /** The thread with this answer, once there is one. */
  readonly spoken: SpokenMessage[];
  readonly signal: AbortSignal;
}

/** Starts the run that answers a question. */
export function startAnswer<Out>(question: Question<Out>): Answer<Out> {
  const controller = new AbortController();
  const { signal: outer } = question.options;
  const signal = outer === undefined ? controller.signal : AbortSignal.any([outer, controller.signal]);
  const progress: Progress = { events: new EventList(), calls: [], spoken: [], signal };
  const done = answer(question, progress).finally(() => progress.events.end());
  const text = done.then((end) => end.text);
  const value = done.then((end) => end.value);
  // A reader of the events alone must not be told of a rejection that nobody waits for.
  for (const promise of [text, value]) promise.catch(() => undefined);
  const settled = done.then(
    () => progress.calls,
    () => progress.calls,
  );
  return {
    text,
    value,
    events: progress.events,
    calls: settled,
    exchange: async (provider) => {
      await settled;
      const { toExchange } = await import("./to-exchange.ts");
      return await toExchange(provider, question, progress.events, progress.spoken);
    },
    stop: () => controller.abort(),
    [Symbol.asyncIterator]: () => readText(progress.events, done),
  };
}

/** The text as it is written; throws where there is no answer. */
async function* readText(events: AsyncIterable<RunEvent>, done: Promise<unknown>): AsyncGenerator<string, void, void> {
  for await (const event of events) if (event.type === "text-delta") yield event.text;
  await done;
}

/** Runs the question, and again with the problems where the answer has not the wanted form. */
async function answer<Out>(
  question: Question<Out>,
  progress: Progress,
): Promise<{ readonly text: string; readonly value: Out }> {
  const { output } = question;
  let asked = question.question;
  for (let repairs = 0; ; repairs += 1) {
    const text = await runOnce({ ...question, question: asked }, progress);
    // Without a schema the answer is its text, which is what `Out` then stands for.
    if (output === null) return { text, value: text as Out };
    const read = output.read(text);
    if (read.ok) return { text, value: read.value };
    if (repairs === MAX_REPAIRS) {
      throw new AnswerError(`The answer has not the form that was asked for: ${read.problem}`, {
        reason: "wrong-output",
        text,
      });
    }
    asked = `That answer cannot be used: ${read.problem}. Answer again with the JSON value alone.`;
  }
}

/** One run to its end. Resolves with its text; rejects where it did not end in an answer. */
async function runOnce<Out>(question: Question<Out>, { events, calls, spoken, signal }: Progress): Promise<string> {
  const { agent, skill, model, thread, options, output, clock, timeZone } = question;
  const client = skill.type === "deterministic" ? NO_MODEL : await raceAbort(model.open(), signal);
  if (client === "aborted") throw new AnswerError("The question was stopped.", { reason: "cancelled" });
  const { contextTokens } = client.info;
  const [history, recalled, { createEvidenceChain }] = await Promise.all([
    thread.fit({
      question: question.question,
      model: client,
      budgetTokens: Math.floor(contextTokens * HISTORY_SHARE),
      omitToolRecords: skill.type === "program" && skill.program.omitToolRecords,
    }),
    recall(question, client),
    // Its hashes are needed by no page before it asks something.
    import("../worker/agent/log/evidence.ts"),
  ]);
  const run = runAgent(
    {
      runId: question.newId(),
      conversationId: thread.id,
      messageId: question.newId(),
      agent,
      skill,
      question: question.question,
      history,
      memory: question.memory !== null,
      sampling: { ...question.sampling, ...model.sampling, ...options.sampling },
      tainted: options.tainted === true || thread.isTainted,
      signal,
      ...defined({ systemPrompt: output?.instructions, recalled: recalled ?? undefined }),
      ...defined({ thinking: options.thinking, forceCall: options.forceCall, budget: options.budget }),
      ...defined({ format: options.format, onlyTool: options.onlyTool }),
      ...(options.detect === true ? { mode: "detect" as const } : {}),
    },
    {
      model: client,
      clock,
      timeZone,
      newId: () => question.newId(),
      askApproval: (request) => question.approve(request),
      isGranted: () => false,
    },
  );
  const proofs = createEvidenceChain();
  let folded = EMPTY_ANSWER;
  for await (const event of run) {
    folded = foldAnswer(folded, event);
    for (const each of [event, proofs.observe(event)]) {
      if (each === null) continue;
      events.push(each);
      question.onEvent(each);
    }
    if (event.type !== "run-end") continue;
    calls.push(...folded.turns.flatMap((turn) => turn.calls));
    thread.add(question.question, folded);
    spoken.splice(0, spoken.length, ...thread.spoken);
    return toText(event, folded.notice);
  }
  throw new AnswerError("The run did not end.", { reason: "failed" });
}

/** A run's end as its text, or as the reason why there is none: where a hook or a handler ended it, in their words. */
function toText(end: Extract<RunEvent, { type: "run-end" }>, notice: string | undefined): string {
  const { reason, text, failure, budget } = end;
  if (reason === "answered" || reason === "detected") return text;
  const why = failure === undefined ? (budget ?? reason) : `${failure.code}: ${failure.detail ?? ""}`;
  const message = reason === "ended-by-policy" ? notice : undefined;
  throw new AnswerError(message ?? `There is no answer (${why})`, { reason, text, ...defined({ failure, budget }) });
}

async function recall<Out>(
  { memory, skill, question }: Question<Out>,
  client: ModelClient,
): Promise<RecalledNotes | null> {
  if (memory === null || skill.type !== "agentic") return null;
  const budgetTokens = Math.min(MAX_RECALL_TOKENS, Math.floor(client.info.contextTokens * RECALL_SHARE));
  try {
    return await memory.recall({ question, budgetTokens, countTokens: (text) => client.countTokens(text) });
  } catch (error) {
    throw new AnswerError(`The memory cannot be read: ${describeError(error)}`, { reason: "failed" });
  }
}
