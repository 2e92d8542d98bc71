import type { ChatCompletionMessageParam, ChatCompletionRequestStreaming } from "@mlc-ai/web-llm";
import { toFullSampling } from "../../agent/ports/full-sampling.ts";
import type { GenerateRequest } from "../../agent/ports/model-client.ts";
import { defined } from "../../protocol/defined.ts";
import type { TurnUsage } from "../../protocol/model.ts";
import type { FinishReason } from "../../protocol/run-event.ts";
import type { GenerationStream } from "../generation/generation-stream.ts";
import { StopFilter } from "../generation/stop-filter.ts";
import { type LoadedEngine, type Pipeline, toFailure } from "./webllm-engine.ts";
import { PrefillStopped } from "./webllm-prefill.ts";

/** WebLLM's random number generator takes seeds below this. */
const SEED_MODULUS = 2 ** 31 - 1;

/**
 * Runs one completion to its end and reports every step. Resolves when the engine is idle again: to `cut` when the
 * prompt was stopped midway, to `broken` when the engine can no longer be trusted, else to `free`. Never rejects.
 */
export async function runCompletion(
  { engine, pipeline, prefill }: LoadedEngine,
  messages: ChatCompletionMessageParam[],
  request: GenerateRequest,
  { report, signal }: GenerationStream,
): Promise<"free" | "cut" | "broken"> {
  const filter = new StopFilter(request.stop);
  let sent = "";
  const send = (text: string): void => {
    // Bytes that do not yet form a character may still change the end of the text.
    if (!text.startsWith(sent)) return;
    const passed = filter.push(text.slice(sent.length));
    sent = text;
    if (passed !== "") report({ type: "text", text: passed });
  };
  const total = countNewTokens(pipeline, messages);
  prefill.follow(
    (done) => report({ type: "progress", done, total: Math.max(done, total) }),
    () => signal.aborted,
  );
  try {
    let finishReason: FinishReason = "stop";
    let completionTokens = 0;
    for await (const chunk of await engine.chat.completions.create(toRequestBody(messages, request))) {
      if (signal.aborted || filter.stopped) break;
      if (chunk.choices[0]?.finish_reason === "length") finishReason = "length";
      completionTokens = chunk.usage?.completion_tokens ?? completionTokens + chunk.choices.length;
      send(pipeline.getMessage().replace(/\uFFFD+$/, ""));
    }
    if (signal.aborted) return "free";
    if (!filter.stopped) {
      send(pipeline.getMessage());
      const rest = filter.end();
      if (rest !== "") report({ type: "text", text: rest });
    }
    const usage = readUsage(pipeline, completionTokens);
    report({ type: "done", finishReason, usage, ...defined({ stop: filter.stop }) });
    return "free";
  } catch (error) {
    if (error instanceof PrefillStopped) return "cut";
    const failure = toFailure(error);
    report({ type: "fault", failure });
    const isIntact = failure.code === "context-full" || failure.code === "grammar-rejected";
    return isIntact ? "free" : "broken";
  } finally {
    prefill.release();
  }
}

/** The request of a generation as WebLLM gets it; its sampler knows neither `top_k` nor `min_p`. */
export function toRequestBody(
  messages: ChatCompletionMessageParam[],
  request: GenerateRequest,
): ChatCompletionRequestStreaming {
  const { constraint } = request;
  const { temperature, topP, repetitionPenalty, presencePenalty, frequencyPenalty } = toFullSampling(request);
  const format = { type: "structural_tag", structural_tag: constraint?.structuralTag } as unknown;
  return {
    messages,
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: request.maxTokens,
    temperature,
    top_p: topP,
    // Without these the penalty that the model's publisher wrote for chat would apply to calls too.
    repetition_penalty: repetitionPenalty,
    presence_penalty: presencePenalty,
    frequency_penalty: frequencyPenalty,
    ...defined({ seed: request.seed === undefined ? undefined : toSeed(request.seed) }),
    ...(constraint === null
      ? {}
      : { response_format: format as NonNullable<ChatCompletionRequestStreaming["response_format"]> }),
  };
}

function toSeed(seed: number): number {
  return (Math.abs(Math.trunc(seed)) % (SEED_MODULUS - 1)) + 1;
}

/** WebLLM prefills only the last message: the earlier ones are already in its KV cache. */
function countNewTokens({ tokenizer }: Pipeline, messages: readonly ChatCompletionMessageParam[]): number {
  const content = messages.at(-1)?.content;
  return typeof content === "string" ? tokenizer.encode(content).length : 0;
}

function readUsage(pipeline: Pipeline, completionTokens: number): TurnUsage {
  const promptTokens = pipeline.getCurRoundPrefillTotalTokens();
  return {
    promptTokens,
    cachedTokens: pipeline.filledKVCacheLength - promptTokens - pipeline.getCurRoundDecodingTotalTokens(),
    completionTokens,
    prefillMs: Math.round(pipeline.getCurRoundPrefillTotalTime() * 1000),
    decodeMs: Math.round(pipeline.getCurRoundDecodingTotalTime() * 1000),
  };
}
