import type { CheckedRun, Result, RunRecord } from "../protocol/agent-api.ts";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, toBoundedJson } from "../protocol/json.ts";
import { RUN_EVENT_VERSION, type RunEvent } from "../protocol/run-event.ts";
import { verifyEvidence } from "./evidence.ts";

/** Long prompts and raw outputs fit; a file made to exhaust the reader does not. */
const LIMITS = { maxDepth: 80, maxNodes: 500_000, maxCharacters: 32_000_000 };

/**
 * Reads an exported run. Every event is checked as far as anything here relies on it; one that is wrong refuses the
 * file with `import-refused`, and the detail says which. Says also whether the log is what it was when it was written.
 */
export function parseRunFile(text: string): Result<CheckedRun> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return refuse("The file is not JSON, or it is cut off.");
  }
  const bounded = toBoundedJson(parsed, LIMITS);
  if (!bounded.ok) return refuse(`The file cannot be taken: ${bounded.reason}.`);
  const { value } = bounded;
  if (!isJsonObject(value) || !fits(value, HEADER) || !isJsonArray(value.events)) {
    return refuse("The file is not an exported run.");
  }
  if (Number(value.version) > RUN_EVENT_VERSION) return refuse("The run was written by a newer version of the app.");
  const wrong = value.events.findIndex((event) => !isRunEvent(event));
  if (wrong >= 0) return refuse(`Event ${wrong + 1} in the file does not have the shape it should have.`);
  if (!isJsonObject(value.events[0]) || value.events[0].type !== "run-start") {
    return refuse("The log in the file has no beginning.");
  }
  // Checked above, field by field.
  const record = value as unknown as RunRecord;
  return { ok: true, value: { ...record, evidence: verifyEvidence(record.events) } };
}

type Check = (value: JsonValue | undefined) => boolean;
type Shape = Readonly<Record<string, Check>>;

const text: Check = (value) => typeof value === "string";
const number: Check = (value) => typeof value === "number";
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

const HEADER: Shape = {
  id: text,
  conversationId: text,
  startedAt: number,
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

const EVENTS: Readonly<Record<RunEvent["type"], Shape>> = {
  "run-start": {
    version: number,
    runId: text,
    conversationId: text,
    messageId: text,
    startedAt: number,
    agent: text,
    skill: text,
    tools: texts,
    engine: text,
    modelId: text,
    format: text,
    budget: object,
    question: text,
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
  "approval-requested": { turn: number, request: shaped({ call, skill: text, reason: text, rememberable: flag }) },
  "approval-decided": { turn: number, callId: text, decision },
  "call-end": { turn: number, callId: text, outcome: isOutcome, durationMs: number },
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

function isOutcome(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && isKnown(value, OUTCOMES);
}

function isRunEvent(value: JsonValue): boolean {
  return isJsonObject(value) && number(value.at) && isKnown(value, EVENTS);
}

function isKnown(value: JsonObject, shapes: Readonly<Record<string, Shape>>): boolean {
  const { type } = value;
  const shape = typeof type === "string" && Object.hasOwn(shapes, type) ? shapes[type] : undefined;
  return shape !== undefined && fits(value, shape);
}

function refuse(detail: string): Extract<Result<never>, { readonly ok: false }> {
  return { ok: false, failure: { code: "import-refused", detail } };
}
