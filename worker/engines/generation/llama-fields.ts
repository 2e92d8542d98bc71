import { toLlamaSampling } from "../../agent/ports/full-sampling.ts";
import type { GenerateRequest } from "../../agent/ports/model-client.ts";
import type { OutputConstraint } from "../../formats/output-constraint.ts";
import { toFields } from "../../protocol/json.ts";
import type { TurnUsage } from "../../protocol/model.ts";
import { dropStartToken } from "../gguf/start-token.ts";

/** llama.cpp's number for a trigger that is a word. */
const WORD_TRIGGER = 1;

/** The fields of a request to llama.cpp, as a server or in WebAssembly, but for its limit of tokens. */
export function toLlamaFields(request: GenerateRequest, addsStartToken: boolean) {
  return {
    prompt: addsStartToken ? dropStartToken(request.prompt) : request.prompt,
    ...toLlamaSampling(request),
    stop: [...request.stop],
    cache_prompt: true,
    return_progress: true,
    ...toGbnfFields(request.constraint),
  };
}

function toGbnfFields(constraint: OutputConstraint | null) {
  if (constraint === null) return {};
  const { grammar, triggers } = constraint.gbnf;
  if (triggers.length === 0) return { grammar };
  return {
    grammar,
    grammar_lazy: true,
    grammar_triggers: triggers.map((value) => ({ type: WORD_TRIGGER, value })),
    // Without this, a trigger that is a single token of the vocabulary would not appear in the text and never match.
    preserved_tokens: [...triggers],
  };
}

/** The cost of a generation by llama.cpp's `timings`. */
export function fromLlamaTimings(timings: object): TurnUsage {
  const { prompt_n, cache_n = 0, predicted_n, prompt_ms, predicted_ms } = toFields(timings);
  return {
    promptTokens: Number(prompt_n),
    cachedTokens: Number(cache_n),
    completionTokens: Number(predicted_n),
    prefillMs: Math.round(Number(prompt_ms)),
    decodeMs: Math.round(Number(predicted_ms)),
  };
}

/** The progress of a prompt by llama.cpp's `prompt_progress`, without what was cached. */
export function fromLlamaProgress(progress: object): { readonly done: number; readonly total: number } {
  const { processed, cache, total } = toFields(progress);
  return { done: Number(processed) - Number(cache), total: Number(total) - Number(cache) };
}
