import type { TurnUsage } from "../../protocol/model.ts";

/** Usage of a turn of two generations, of which the second begins with the first one's prompt. */
export function addUsage(first: TurnUsage, second: TurnUsage): TurnUsage {
  return {
    promptTokens: first.promptTokens + second.promptTokens,
    cachedTokens: first.cachedTokens,
    completionTokens: first.completionTokens + second.completionTokens,
    prefillMs: first.prefillMs + second.prefillMs,
    decodeMs: first.decodeMs + second.decodeMs,
  };
}
