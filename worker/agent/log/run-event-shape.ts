import * as z from "zod/mini";
import type { ApprovalDecision, BudgetKind, RunEndReason, RunEvent } from "../../protocol/run-event.ts";
import type { ContentBlock, ToolOutcome } from "../../protocol/tool.ts";

z.config({ jitless: true });

/** A schema for each field of each type of `Tagged`: a new field of the protocol does not compile until it has one here. */
type Shapes<Tagged extends { readonly type: string }, Left extends string = "type"> = {
  readonly [Type in Tagged["type"]]: {
    readonly [Key in Exclude<keyof Extract<Tagged, { readonly type: Type }>, Left>]-?: z.ZodMiniType;
  };
};

const text = z.string();
const number = z.number();
const turn = number;
const flag = z.boolean();
/** The range of a date (ECMAScript, section 21.4.1.1); formatting any other number as a date throws. */
export const TIME = z.number().check(z.minimum(-8.64e15), z.maximum(8.64e15));
const texts = z.array(text);
const object = z.record(z.string(), z.unknown());
/** Any JSON value; `z.unknown()` alone would let the field be absent. */
const json = z.unknown().check(z.refine((value) => value !== undefined));

const call = z.object({ id: text, name: text, arguments: object, repairs: z.optional(texts) });
const usage = z.object({
  promptTokens: number,
  cachedTokens: number,
  completionTokens: number,
  prefillMs: number,
  decodeMs: number,
});
const failure = z.object({ code: text, detail: z.optional(text) });
const edit = z.union([
  z.object({ before: z.nullable(object), after: object }),
  z.object({ before: object, after: z.null() }),
]);

const REASONS: Readonly<Record<RunEndReason, true>> = {
  answered: true,
  detected: true,
  "no-answer": true,
  "budget-exceeded": true,
  "repeated-call": true,
  unreadable: true,
  "ended-by-policy": true,
  cancelled: true,
  failed: true,
};
const BUDGETS: Readonly<Record<BudgetKind, true>> = {
  turns: true,
  "total-time": true,
  tokens: true,
  "tool-time": true,
  "turn-tokens": true,
};

/** One of the words that are the keys of a table. */
function oneWordOf(words: Readonly<Record<string, true>>): z.ZodMiniType {
  return text.check(z.refine((word) => Object.hasOwn(words, word)));
}

type Shape = Readonly<Record<string, z.ZodMiniType>>;

/** A value whose `type` says which fields it has; `common` are those of every type. */
function oneOf<Value>(shapes: Readonly<Record<string, Shape>>, common: Shape = {}): z.ZodMiniCustom<Value, Value> {
  const schemas = new Map(Object.entries(shapes).map(([type, shape]) => [type, z.object({ ...common, ...shape })]));
  return z.custom<Value>((value) => {
    const tag = TAGGED.safeParse(value);
    return tag.success && schemas.get(tag.data.type)?.safeParse(value).success === true;
  });
}

const TAGGED = z.object({ type: text });

const BLOCK = oneOf<ContentBlock>({
  text: { text },
  json: { value: json },
} satisfies Shapes<ContentBlock>);

const DECISION = oneOf<ApprovalDecision>({
  "allow-once": { arguments: z.optional(object), all: z.optional(flag) },
  "allow-always": { arguments: z.optional(object) },
  deny: { reason: text, all: z.optional(flag) },
} satisfies Shapes<ApprovalDecision>);

/** How a call ended, as far as anything here relies on it. */
export const TOOL_OUTCOME: z.ZodMiniCustom<ToolOutcome> = oneOf<ToolOutcome>({
  success: {
    content: z.array(BLOCK),
    truncatedFrom: z.optional(number),
    untrusted: z.optional(flag),
    memoryIds: z.optional(texts),
    coerced: z.optional(texts),
  },
  "not-allowed": { toolName: text, skillName: text, allowed: texts },
  "invalid-arguments": { problems: z.array(z.object({ path: text, message: text })), schema: object },
  denied: { reason: text },
  "timed-out": { timeoutMs: number },
  failed: { message: text, untrusted: z.optional(flag) },
  duplicate: {},
  cancelled: {},
  detected: {},
} satisfies Shapes<ToolOutcome>);

const SAMPLING = z.object({
  temperature: number,
  topP: number,
  topK: number,
  minP: number,
  repetitionPenalty: number,
  presencePenalty: number,
  frequencyPenalty: number,
  maxTokens: number,
  maxThoughtTokens: z.optional(number),
  seed: z.optional(number),
});

/** A run's log in lists, as far as every version of it has these fields. */
export const RUN_HEADER = {
  id: text,
  conversationId: text,
  startedAt: TIME,
  question: text,
  reason: text,
  turns: number,
  calls: number,
  failed: z.optional(number),
  durationMs: number,
};

const EVENTS = {
  "run-start": {
    version: number,
    runId: text,
    conversationId: text,
    messageId: text,
    startedAt: TIME,
    agent: text,
    skill: text,
    tools: texts,
    engine: text,
    modelId: text,
    format: text,
    budget: object,
    question: text,
    title: z.optional(text),
  },
  "turn-start": { turn },
  "prompt-sent": {
    turn,
    prompt: text,
    wordsPrompt: z.optional(text),
    appended: flag,
    constraint: text,
    listed: z.optional(texts),
    sampling: z.optional(SAMPLING),
  },
  "prefill-progress": { turn, done: number, total: number, waiting: z.optional(flag) },
  "reasoning-delta": { turn, text },
  "text-delta": { turn, text },
  "call-named": { turn, index: number, name: text },
  "call-broken": { turn, broken: z.object({ position: number, reason: text, raw: text }) },
  "turn-end": {
    turn,
    raw: text,
    finishReason: text,
    usage,
    doubted: z.optional(z.object({ raw: text, doubt: text })),
  },
  "call-start": { turn, call },
  "approval-requested": {
    turn,
    request: z.object({
      call,
      skill: text,
      causes: z.optional(texts),
      reason: text,
      rememberable: flag,
      also: z.optional(z.array(call)),
    }),
  },
  "approval-decided": { turn, callId: text, decision: DECISION },
  "call-end": { turn, callId: text, outcome: TOOL_OUTCOME, durationMs: number, edits: z.optional(z.array(edit)) },
  feedback: { turn, text },
  "flow-step": {
    turn,
    node: text,
    nodeType: text,
    exit: text,
    asked: z.optional(z.object({ prompt: text, appended: flag, raw: text, usage })),
  },
  detected: { turn, skill: text, node: z.optional(text), call },
  evidence: { turn, envelope: object, line: text },
  notice: { turn, text, kind: z.optional(text) },
  "run-end": {
    reason: oneWordOf(REASONS),
    budget: z.optional(oneWordOf(BUDGETS)),
    failure: z.optional(failure),
    by: z.optional(text),
    text,
  },
} satisfies Shapes<RunEvent, "type" | "at">;

/** An event of a run's log, as far as anything here relies on it. */
export const RUN_EVENT: z.ZodMiniCustom<RunEvent> = oneOf<RunEvent>(EVENTS, { at: number });
