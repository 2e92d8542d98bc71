import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../protocol/json.ts";
import type { RunEvent } from "../../protocol/run-event.ts";

type Check = (value: JsonValue | undefined) => boolean;
type Shape = Readonly<Record<string, Check>>;

const text: Check = (value) => typeof value === "string";
const number: Check = (value) => typeof value === "number";
/** What a date can be made of (ECMAScript, section 21.4.1.1); writing anything else down throws. */
const time: Check = (value) => typeof value === "number" && Math.abs(value) <= 8.64e15;
const flag: Check = (value) => typeof value === "boolean";
const texts: Check = (value) => isJsonArray(value) && value.every(text);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const shaped =
  (shape: Shape): Check =>
  (value) =>
    isJsonObject(value) && fits(value, shape);
const listOf =
  (check: Check): Check =>
  (value) =>
    isJsonArray(value) && value.every(check);
const anything: Check = (value) => value !== undefined;
const object: Check = (value) => isJsonObject(value);

function fits(value: JsonObject, shape: Shape): boolean {
  return Object.entries(shape).every(([name, check]) => check(Object.hasOwn(value, name) ? value[name] : undefined));
}

/** The header of a stored run. */
export function isRunHeader(value: JsonObject): boolean {
  return fits(value, HEADER);
}

const HEADER: Shape = {
  id: text,
  conversationId: text,
  startedAt: time,
  question: text,
  reason: text,
  turns: number,
  calls: number,
  durationMs: number,
  version: number,
};

const call = shaped({ id: text, name: text, arguments: object, repairs: optional(texts) });
const usage = shaped({
  promptTokens: number,
  cachedTokens: number,
  completionTokens: number,
  prefillMs: number,
  decodeMs: number,
});
const failure = shaped({ code: text, detail: optional(text) });
const decision: Check = (value) =>
  isJsonObject(value) &&
  (value.type === "deny" ? text(value.reason) : value.type === "allow-once" || value.type === "allow-always") &&
  optional(object)(value.arguments);

const OUTCOMES: Readonly<Record<string, Shape>> = {
  success: {
    content: listOf(
      (block) =>
        isJsonObject(block) &&
        (block.type === "text" ? text(block.text) : block.type === "json" && anything(block.value)),
    ),
    truncatedFrom: optional(number),
    untrusted: optional(flag),
    memoryIds: optional(texts),
    coerced: optional(texts),
  },
  "not-allowed": { toolName: text, skillName: text, allowed: texts },
  "invalid-arguments": { problems: listOf(shaped({ path: text, message: text })), schema: object },
  denied: { reason: text },
  "timed-out": { timeoutMs: number },
  failed: { message: text, untrusted: optional(flag) },
  duplicate: {},
  cancelled: {},
  detected: {},
};

const edit = shaped({ before: (value) => value === null || isJsonObject(value), after: object });

const EVENTS: Readonly<Record<RunEvent["type"], Shape>> = {
  "run-start": {
    version: number,
    runId: text,
    conversationId: text,
    messageId: text,
    startedAt: time,
    agent: text,
    skill: text,
    tools: texts,
    engine: text,
    modelId: text,
    format: text,
    budget: object,
    question: text,
    title: optional(text),
  },
  "turn-start": { turn: number },
  "prompt-sent": { turn: number, prompt: text, appended: flag, constraint: text },
  "prefill-progress": { turn: number, done: number, total: number },
  "reasoning-delta": { turn: number, text },
  "text-delta": { turn: number, text },
  "call-named": { turn: number, index: number, name: text },
  "call-broken": { turn: number, broken: shaped({ position: number, reason: text, raw: text }) },
  "turn-end": { turn: number, raw: text, finishReason: text, usage },
  "call-start": { turn: number, call },
  "approval-requested": {
    turn: number,
    request: shaped({ call, skill: text, causes: optional(texts), reason: text, rememberable: flag }),
  },
  "approval-decided": { turn: number, callId: text, decision },
  "call-end": { turn: number, callId: text, outcome: isOutcome, durationMs: number, edits: optional(listOf(edit)) },
  feedback: { turn: number, text },
  "flow-step": {
    turn: number,
    node: text,
    nodeType: text,
    exit: text,
    asked: optional(shaped({ prompt: text, appended: flag, raw: text, usage })),
  },
  evidence: { turn: number, envelope: object, line: text },
  notice: { turn: number, text },
  "run-end": { reason: text, budget: optional(text), failure: optional(failure), text },
};

/** How a call ended, as far as anything here relies on it. */
export function isOutcome(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && isKnown(value, OUTCOMES);
}

/** An event of a run's log, as far as anything here relies on it. */
export function isRunEvent(value: JsonValue): boolean {
  return isJsonObject(value) && number(value.at) && isKnown(value, EVENTS);
}

function isKnown(value: JsonObject, shapes: Readonly<Record<string, Shape>>): boolean {
  const { type } = value;
  const shape = typeof type === "string" && Object.hasOwn(shapes, type) ? shapes[type] : undefined;
  return shape !== undefined && fits(value, shape);
}
