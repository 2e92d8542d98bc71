import type { TurnUsage } from "../../protocol/model.ts";

/** What a turn of two generations cost, of which the second begins with what the first has read. */
export function addUsage(first: TurnUsage, second: TurnUsage): TurnUsage {
  return {
    promptTokens: first.promptTokens + second.promptTokens,
    cachedTokens: first.cachedTokens,
    completionTokens: first.completionTokens + second.completionTokens,
    prefillMs: first.prefillMs + second.prefillMs,
    decodeMs: first.decodeMs + second.decodeMs,
  };
}
