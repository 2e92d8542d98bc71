import type { FullSampling } from "../../protocol/model.ts";
import type { GenerateRequest } from "./model-client.ts";

type SamplingRequest = Pick<GenerateRequest, keyof FullSampling | "seed">;

/**
 * A request's sampling with nothing left open: every engine is told every value, because a package's own default (llama.cpp's
 * `min_p`, Ollama's or a model folder's repetition penalty) would otherwise change what the model writes.
 */
export function toFullSampling(request: SamplingRequest): FullSampling {
  const isGreedy = request.temperature === 0;
  return {
    temperature: request.temperature,
    topP: request.topP ?? (isGreedy ? 1 : 0.95),
    topK: isGreedy ? 1 : (request.topK ?? 40),
    minP: request.minP ?? 0,
    repetitionPenalty: request.repetitionPenalty ?? 1,
    presencePenalty: request.presencePenalty ?? 0,
    frequencyPenalty: request.frequencyPenalty ?? 0,
  };
}

/** The same under llama.cpp's names, which Ollama shares. */
export function toLlamaSampling(request: SamplingRequest) {
  const { temperature, topP, topK, minP, ...penalties } = toFullSampling(request);
  return {
    temperature,
    top_p: topP,
    top_k: topK,
    min_p: minP,
    repeat_penalty: penalties.repetitionPenalty,
    presence_penalty: penalties.presencePenalty,
    frequency_penalty: penalties.frequencyPenalty,
    ...(request.seed === undefined ? {} : { seed: request.seed }),
  };
}
