import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3Content,
  LanguageModelV3FinishReason,
  LanguageModelV3FunctionTool,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
} from "@ai-sdk/provider";
import { toSchemaConstraint } from "../../worker/formats/grammar/schema-constraint.ts";
import { platformClock } from "../../worker/platform/clock.ts";
import { toBoundedObject } from "../../worker/protocol/bounded-json.ts";
import { defined } from "../../worker/protocol/defined.ts";
import type { SamplingSettings, TurnUsage } from "../../worker/protocol/model.ts";
import type { ToolSpec } from "../../worker/protocol/tool.ts";
import type { Model } from "../model.ts";
import { toStream } from "../to-stream.ts";
import { type TurnOrder, type TurnPart, toFormText, writeTurn } from "../write-turn.ts";
import { OpenParts } from "./open-parts.ts";
import { type SdkThread, toSdkThread, toTurnKey } from "./to-thread.ts";

/** Options of a model for the AI SDK. */
export interface LanguageModelOptions {
  /** Tokens of an answer where a call sets no number; 1,024 unless given. */
  readonly maxOutputTokens?: number;
}

/** Turns whose own text is kept, so that the engine finds what it has read. */
const MAX_KEPT_TURNS = 200;

/**
 * A model of ours as one of the AI SDK's: text and thoughts are streamed, tools are called in the model's own dialect under
 * its grammar, an unreadable call is asked for again, and `Output.object` holds the engine to the schema where it can be
 * held. Failures of the engine reject with a sentence.
 */
export function toLanguageModel(model: Model, { maxOutputTokens = 1024 }: LanguageModelOptions = {}): LanguageModelV3 {
  const raws = new Map<string, string>();
  const keep = (key: string, raw: string): void => {
    raws.set(key, raw);
    const [oldest] = raws.keys();
    if (raws.size > MAX_KEPT_TURNS && oldest !== undefined) raws.delete(oldest);
  };
  async function* stream(options: LanguageModelV3CallOptions): AsyncGenerator<LanguageModelV3StreamPart, void, void> {
    const thread = toSdkThread(options.prompt, raws);
    yield { type: "stream-start", warnings: [...thread.warnings, ...findUnsupported(options)] };
    yield { type: "response-metadata", modelId: model.name, timestamp: new Date(platformClock.wallNow()) };
    const client = await model.open();
    const order = toOrder(options, thread, model.sampling, maxOutputTokens);
    yield* toStreamParts(writeTurn(client, order), keep);
  }
  return {
    specificationVersion: "v3",
    provider: "alcove",
    modelId: model.name,
    supportedUrls: {},
    doStream: async (options) => ({ stream: toStream(stream(options)) }),
    doGenerate: async (options) => {
      const content: LanguageModelV3Content[] = [];
      let warnings: Awaited<ReturnType<LanguageModelV3["doGenerate"]>>["warnings"] = [];
      for await (const part of stream(options)) {
        if (part.type === "stream-start") warnings = part.warnings;
        if (part.type === "text-delta") addText(content, "text", part.delta);
        if (part.type === "reasoning-delta") addText(content, "reasoning", part.delta);
        if (part.type === "tool-call") content.push(part);
        if (part.type === "error") throw part.error;
        if (part.type !== "finish") continue;
        const { usage, finishReason } = part;
        return { content, usage, finishReason, warnings, response: { modelId: model.name } };
      }
      throw new Error("The model ended without a finish.");
    },
  };
}

function addText(content: LanguageModelV3Content[], type: "reasoning" | "text", delta: string): void {
  const last = content.at(-1);
  if (last?.type === type) content.splice(-1, 1, { ...last, text: last.text + delta });
  else content.push({ type, text: delta });
}

function toOrder(
  options: LanguageModelV3CallOptions,
  { system, thread }: SdkThread,
  own: SamplingSettings,
  maxOutputTokens: number,
): TurnOrder {
  const { toolChoice = { type: "auto" }, tools = [], responseFormat, abortSignal } = options;
  const { temperature, topP, topK, presencePenalty, frequencyPenalty, seed } = options;
  const specs =
    toolChoice.type === "none" ? [] : tools.flatMap((tool) => (tool.type === "function" ? [toSpec(tool)] : []));
  const json = responseFormat?.type === "json" ? (toBoundedObject(responseFormat.schema) ?? {}) : null;
  return {
    system: json === null ? system : [system, toFormText(json)].filter((part) => part !== "").join("\n\n"),
    thread,
    tools: toolChoice.type === "tool" ? specs.filter(({ name }) => name === toolChoice.toolName) : specs,
    isForced: toolChoice.type === "required" || toolChoice.type === "tool",
    form: json === null ? null : toSchemaConstraint(json),
    sampling: {
      ...own,
      ...defined({ temperature, topP, topK, presencePenalty, frequencyPenalty, seed }),
      maxTokens: options.maxOutputTokens ?? own.maxTokens ?? maxOutputTokens,
    },
    stop: options.stopSequences ?? [],
    signal: abortSignal ?? new AbortController().signal,
  };
}

function toSpec({ name, description = "", inputSchema }: LanguageModelV3FunctionTool): ToolSpec {
  return { name, description, parameters: toBoundedObject(inputSchema) ?? {} };
}

function findUnsupported({ tools = [] }: LanguageModelV3CallOptions) {
  return tools.flatMap((tool) =>
    tool.type === "function" ? [] : [{ type: "unsupported" as const, feature: `the provider's own tool ${tool.name}` }],
  );
}

/** The parts of a turn in the SDK's form: each run of text and of thoughts with an id of its own. */
async function* toStreamParts(
  parts: AsyncIterable<TurnPart>,
  keep: (key: string, raw: string) => void,
): AsyncGenerator<LanguageModelV3StreamPart, void, void> {
  const spoken = new OpenParts();
  let said = "";
  for await (const part of parts) {
    if (part.type === "text" || part.type === "reasoning") {
      if (part.type === "text") said += part.text;
      yield* spoken.write(part.type, part.text);
    } else if (part.type === "end") {
      yield* spoken.close();
      const { calls } = part;
      for (const { id, name, arguments: args } of calls) {
        const input = JSON.stringify(args);
        yield { type: "tool-input-start", id, toolName: name };
        yield { type: "tool-input-delta", id, delta: input };
        yield { type: "tool-input-end", id };
        yield { type: "tool-call", toolCallId: id, toolName: name, input };
      }
      keep(
        toTurnKey(
          said,
          calls.map(({ id }) => id),
        ),
        part.raw,
      );
      yield { type: "finish", usage: toUsage(part.usage), finishReason: toFinish(part.finishReason, calls.length > 0) };
    } else if (part.type === "error") {
      yield* spoken.close();
      yield { type: "error", error: part.error };
    }
  }
}

function toUsage({ promptTokens, cachedTokens, completionTokens }: TurnUsage): LanguageModelV3Usage {
  return {
    inputTokens: {
      total: promptTokens + cachedTokens,
      noCache: promptTokens,
      cacheRead: cachedTokens,
      cacheWrite: undefined,
    },
    outputTokens: { total: completionTokens, text: undefined, reasoning: undefined },
  };
}

function toFinish(raw: string, hasCalls: boolean): LanguageModelV3FinishReason {
  if (hasCalls) return { unified: "tool-calls", raw };
  return { unified: raw === "length" ? "length" : raw === "stop" ? "stop" : "other", raw };
}
