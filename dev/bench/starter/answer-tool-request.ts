import { defineAgent } from "../../../worker/agent/define/agent.ts";
import type { Run } from "../../../worker/agent/define/run.ts";
import { defineSkill } from "../../../worker/agent/define/skill.ts";
import { resolvePolicy } from "../../../worker/agent/policies/resolve-policy.ts";
import type { ModelClient } from "../../../worker/agent/ports/model-client.ts";
import { askModel } from "../../../worker/agent/run/ask-model.ts";
import type { TurnResult } from "../../../worker/agent/run/take-turn.ts";
import { createBudgetMeter } from "../../../worker/agent/state/budget.ts";
import { fromProviderTool } from "../../../worker/formats/dialects/openai-tool.ts";
import { resolveFormat } from "../../../worker/formats/dialects/resolve-format.ts";
import type { ThreadMessage } from "../../../worker/formats/format.ts";
import { type BlockMessage, fromProviderMessages } from "../../../worker/formats/providers/provider-messages.ts";
import { platformClock } from "../../../worker/platform/clock.ts";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../../worker/protocol/json.ts";
import type { CallRecord } from "../../../worker/protocol/message.ts";
import { type Budget, DEFAULT_BUDGET } from "../../../worker/protocol/run-event.ts";
import type { ToolCall, ToolSpec } from "../../../worker/protocol/tool.ts";

/** What the app's assistant is told where the messages have no system text. */
const SKILL = defineSkill({
  name: "assistant",
  description: "Answer questions; use a tool where one fits, then answer with its result.",
  tools: [],
});
/** Tokens of one answer at most: a weak model that finds no end is cut there. */
const BUDGET: Budget = { ...DEFAULT_BUDGET, maxTokensPerTurn: 512 };
const AGENT = defineAgent({
  name: "call-tools",
  prompt: "You are a helpful assistant on the user's own device.",
  tools: [],
  skills: [SKILL],
});

/** The next turn of a conversation, in OpenAI's form and read again: the calls it makes, the text it holds. */
export interface ToolAnswer extends JsonObject {
  readonly calls: readonly JsonObject[];
  readonly text: string;
  readonly seconds: number;
}

/**
 * Lets a model take the next turn of `{"messages", "tools"}` (OpenAI's chat form), the way a run's turn is taken.
 * Throws a sentence for a request that cannot be read and for a failure of the engine.
 */
export async function answerToolRequest(model: ModelClient, request: JsonObject): Promise<ToolAnswer> {
  const startedAt = performance.now();
  const { system, thread } = toThread(readMessages(request.messages));
  const tools = readTools(request.tools);
  const result = await takeNextTurn(model, { system, thread, tools });
  if (result.failure !== null) throw new Error(result.failure.detail ?? result.failure.code);
  const problems = result.broken.map(({ reason }) => reason);
  return {
    calls: result.calls.map((call) => ({ name: call.name, arguments: call.arguments })),
    text: result.text.trim(),
    seconds: Number(((performance.now() - startedAt) / 1000).toFixed(3)),
    ...(problems.length === 0 ? {} : { problem: problems.join("; ") }),
  };
}

/** A conversation whose next turn is the model's. */
export interface OpenTurn {
  readonly system: string;
  readonly thread: readonly ThreadMessage[];
  readonly tools: readonly ToolSpec[];
}

/** A turn that was taken, and what it cost. */
export interface TakenTurn {
  readonly raw: string;
  readonly calls: readonly Pick<ToolCall, "name" | "arguments">[];
  readonly seconds: number;
  /** Tokens of the prompt that were not known from the turn before. */
  readonly tokensRead: number;
  /** Tokens of the newest message alone. */
  readonly newestTokens: number;
}

/** Takes the next turn and measures it. Throws a sentence for a failure of the engine. */
export async function measureTurn(model: ModelClient, open: OpenTurn): Promise<TakenTurn> {
  const startedAt = performance.now();
  const { raw, calls, usage, failure } = await takeNextTurn(model, open);
  if (failure !== null) throw new Error(failure.detail ?? failure.code);
  const seconds = (performance.now() - startedAt) / 1000;
  const newest = open.thread.at(-1);
  const text = newest?.role === "tool" ? newest.results.map((result) => result.text).join("\n") : (newest?.text ?? "");
  return {
    raw,
    calls,
    seconds,
    tokensRead: usage?.promptTokens ?? 0,
    newestTokens: (await model.countTokens(text)) ?? 0,
  };
}

async function takeNextTurn(model: ModelClient, { system, thread, tools }: OpenTurn): Promise<TurnResult> {
  const clock = platformClock;
  const startedAt = clock.now();
  const { signal } = new AbortController();
  let ids = 0;
  const policy = resolvePolicy(undefined, model.info.policy);
  const run: Run = {
    request: {
      runId: "call-tools",
      conversationId: "call-tools",
      messageId: "call-tools",
      agent: AGENT,
      question: "",
      history: [],
      sampling: { temperature: 0, seed: 1 },
      memory: false,
      signal,
    },
    deps: {
      model,
      clock,
      timeZone: "UTC",
      newId: () => `call-${ids++}`,
      askApproval: async () => ({ type: "deny", reason: "" }),
      isGranted: () => false,
    },
    policy,
    format: policy.toFormat(resolveFormat(undefined, model.info.format)),
    budget: BUDGET,
    meter: createBudgetMeter(BUDGET),
    at: () => clock.now() - startedAt,
    progress: { turn: 0, sent: "", text: "", tainted: false, thread: [...thread] },
  };
  const turn = askModel(run, { system, thread, tools, mode: "free" });
  for (;;) {
    const step = await turn.next();
    if (step.done === true) return step.value;
  }
}

function readMessages(value: JsonValue | undefined): readonly BlockMessage[] {
  if (!isJsonArray(value) || value.length === 0) throw new Error("'messages' is not a list of messages");
  if (!value.every(isJsonObject)) throw new Error("'messages' holds something that is no message");
  const messages = fromProviderMessages(value);
  const last = messages.at(-1)?.role;
  if (last !== "user" && last !== "tool") throw new Error("the last message is neither a question nor a tool's result");
  return messages;
}

function readTools(value: JsonValue | undefined): readonly ToolSpec[] {
  if (value === undefined || value === null) return [];
  if (!isJsonArray(value)) throw new Error("'tools' is not a list");
  return value.map((each) => {
    const tool = fromProviderTool(each);
    if (tool === null) throw new Error("'tools' holds something that is no tool");
    return tool;
  });
}

function toThread(messages: readonly BlockMessage[]): Pick<OpenTurn, "system" | "thread"> {
  const results = new Map(
    messages.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.type === "result" ? [[block.id, block.text] as const] : [])),
    ),
  );
  const names = new Map<string, string>();
  const system: string[] = [];
  const thread: ThreadMessage[] = [];
  for (const { role, blocks } of messages) {
    const text = blocks.map((block) => (block.type === "text" ? block.text : "")).join("");
    if (role === "system") {
      system.push(text);
    } else if (role === "user") {
      thread.push({ role, text });
    } else if (role === "assistant") {
      const calls = blocks.flatMap((block): CallRecord[] => {
        if (block.type !== "call") return [];
        names.set(block.id, block.name);
        const result = results.get(block.id);
        const call = { id: block.id, name: block.name, arguments: block.arguments };
        if (result === undefined) return [{ call }];
        return [{ call, outcome: { type: "success", content: [{ type: "text", text: result }] } }];
      });
      thread.push({ role, raw: calls.length === 0 ? text : "", text, calls });
    } else {
      const read = blocks.flatMap((block) =>
        block.type === "result"
          ? [{ callId: block.id, name: names.get(block.id) ?? block.name, text: block.text }]
          : [],
      );
      const before = thread.at(-1);
      if (before?.role === "tool") thread.splice(-1, 1, { role, results: [...before.results, ...read] });
      else thread.push({ role, results: read });
    }
  }
  return { system: system.length === 0 ? `${AGENT.prompt}\n${SKILL.description}` : system.join("\n\n"), thread };
}
