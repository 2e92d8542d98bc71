import { defineAgent } from "../worker/agent/define/agent.ts";
import type { Run, RunEnd } from "../worker/agent/define/run.ts";
import { defineSkill } from "../worker/agent/define/skill.ts";
import type { ModelClient } from "../worker/agent/ports/model-client.ts";
import { wrapClient } from "../worker/agent/ports/wrap-client.ts";
import { askModel } from "../worker/agent/run/ask-model.ts";
import { CALL_HINT, toResendText } from "../worker/agent/run/resend-text.ts";
import { runAgent } from "../worker/agent/run/run-agent.ts";
import type { TurnResult } from "../worker/agent/run/take-turn.ts";
import type { ThreadMessage } from "../worker/formats/format.ts";
import type { OutputConstraint } from "../worker/formats/output-constraint.ts";
import { platformClock } from "../worker/platform/clock.ts";
import type { JsonObject } from "../worker/protocol/json.ts";
import type { SamplingSettings, TurnUsage } from "../worker/protocol/model.ts";
import type { RunEvent } from "../worker/protocol/run-event.ts";
import type { ToolCall, ToolSpec } from "../worker/protocol/tool.ts";

/** One turn of a model: what it reads, and what it may write. */
export interface TurnOrder {
  readonly system: string;
  readonly thread: readonly ThreadMessage[];
  readonly tools: readonly ToolSpec[];
  /** The turn is a call. */
  readonly isForced: boolean;
  /** Holds the whole turn to a form, where the engine can be held; null for words and calls. */
  readonly form: OutputConstraint | null;
  readonly sampling: SamplingSettings;
  readonly stop: readonly string[];
  readonly signal: AbortSignal;
}

/** A piece of a turn, or its end. */
export type TurnPart =
  | { readonly type: "reasoning" | "text"; readonly text: string }
  | {
      readonly type: "end";
      readonly calls: readonly ToolCall[];
      readonly raw: string;
      readonly finishReason: TurnResult["finishReason"];
      readonly usage: TurnUsage;
    }
  | { readonly type: "error"; readonly error: unknown };

/** Times that an unreadable call, or one that is missing, is asked for again. */
const MAX_REPAIRS = 2;

/** Writes one turn with all that the loop does for one: the model's policy and dialect, its grammar, its thoughts. */
export async function* writeTurn(client: ModelClient, order: TurnOrder): AsyncGenerator<TurnPart, void, void> {
  let last: TurnResult | null = null;
  const usage = { promptTokens: 0, cachedTokens: 0, completionTokens: 0, prefillMs: 0, decodeMs: 0 };
  async function* program(run: Run): AsyncGenerator<RunEvent, RunEnd, void> {
    const thread = [...order.thread];
    for (let repairs = 0; ; repairs += 1) {
      const mode = order.form !== null ? "words" : order.isForced ? "forced" : "free";
      const result: TurnResult = yield* askModel(run, { system: order.system, thread, tools: order.tools, mode });
      last = result;
      const isMissing = result.calls.length === 0 && (result.broken.length > 0 || order.isForced);
      if (!isMissing || result.failure !== null || repairs === MAX_REPAIRS) return { reason: "answered", text: "" };
      thread.push({ role: "assistant", raw: result.raw, text: result.text, calls: [] });
      thread.push({
        role: "user",
        text: result.broken.length > 0 ? toResendText(run.format, result.broken) : CALL_HINT,
      });
    }
  }
  for await (const event of runAgent(toRequest(order, program), toDeps(client, order))) {
    if (event.type === "text-delta") yield { type: "text", text: event.text };
    else if (event.type === "reasoning-delta") yield { type: "reasoning", text: event.text };
    else if (event.type === "turn-end") {
      usage.promptTokens += event.usage.promptTokens;
      usage.cachedTokens += event.usage.cachedTokens;
      usage.completionTokens += event.usage.completionTokens;
    }
  }
  const end: TurnResult | null = last;
  yield toEnd(end, usage, order.signal);
}

function toEnd(end: TurnResult | null, usage: TurnUsage, signal: AbortSignal): TurnPart {
  if (signal.aborted) return { type: "error", error: signal.reason };
  if (end === null) return { type: "error", error: new Error("The model wrote no turn.") };
  const { failure, calls, raw, finishReason } = end;
  if (failure === null) return { type: "end", calls, raw, finishReason, usage };
  const detail = failure.detail === undefined ? "" : `: ${failure.detail}`;
  return { type: "error", error: new Error(`The model failed (${failure.code})${detail}`) };
}

/** Tells a model that its answer has the form of a schema. */
export function toFormText(schema: JsonObject): string {
  return `Answer with one JSON value and nothing else. It fits this JSON Schema: ${JSON.stringify(schema)}`;
}

type Program = (run: Run) => AsyncGenerator<RunEvent, RunEnd, void>;

function toRequest({ sampling, form, signal }: TurnOrder, run: Program): Parameters<typeof runAgent>[0] {
  const program = { tools: [], skills: [], omitToolRecords: false, outline: { start: "turn", nodes: [] }, run };
  const skill = defineSkill({ name: "turn", description: "", program });
  return {
    runId: crypto.randomUUID(),
    conversationId: "turn",
    messageId: "turn",
    agent: defineAgent({ name: "turn", prompt: "", skills: [skill] }),
    skill,
    question: "",
    history: [],
    memory: false,
    sampling,
    signal,
    ...(form === null ? {} : { thinking: false }),
  };
}

function toDeps(client: ModelClient, { form, stop }: TurnOrder): Parameters<typeof runAgent>[1] {
  return {
    model: wrapClient(client, {
      generate: (request) =>
        client.generate({ ...request, stop: [...request.stop, ...stop], constraint: form ?? request.constraint }),
    }),
    clock: platformClock,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    newId: () => crypto.randomUUID(),
    askApproval: async () => ({ type: "deny", reason: "the caller makes the calls" }),
    isGranted: () => false,
  };
}
