import type { TurnUsage } from "../../protocol/model.ts";
import type { GenerateRequest, ModelClient, ModelEvent } from "../ports/model-client.ts";

/** A generation that begins with a decision, under the request's constraint. */
export interface DecidingRequest extends GenerateRequest {
  /** The decision after which words follow. */
  readonly wordsAfter: string;
  /** The prompt that those words go on from; null for the one of the decision. */
  readonly wordsPrompt: string | null;
}

/**
 * Lets a model decide and then write, as one stream: the decision at its likeliest under the constraint, then words without
 * one, by the request's own sampling. A decision that is whole by itself (a call) is the turn. Two generations, because a
 * grammar for words as well would cost each of their tokens, and because words may be drawn where a decision may not.
 */
export async function* decideFirst(
  model: ModelClient,
  { wordsAfter, wordsPrompt, ...request }: DecidingRequest,
): AsyncGenerator<ModelEvent, void, void> {
  let end: Extract<ModelEvent, { type: "end" }> | undefined;
  let streamed = "";
  for await (const event of model.generate({ ...request, temperature: 0 })) {
    if (event.type === "end") {
      end = event;
      continue;
    }
    if (event.type === "text-delta") streamed += event.text;
    yield event;
    if (event.type === "failure") return;
  }
  if (end === undefined) return;
  const { raw, usage } = end;
  if (raw.trim() !== wordsAfter || request.signal.aborted) {
    yield end;
    return;
  }
  if (raw.length > streamed.length && raw.startsWith(streamed)) {
    yield { type: "text-delta", text: raw.slice(streamed.length) };
  }
  const { bias: _bias, ...words } = request;
  const begun = wordsPrompt === null ? raw : `${raw} `;
  if (begun !== raw) yield { type: "text-delta", text: " " };
  const from = wordsPrompt === null ? { prompt: request.prompt + raw } : { prompt: wordsPrompt, beside: true as const };
  for await (const event of model.generate({ ...words, ...from, constraint: null })) {
    if (event.type === "end") yield { ...event, raw: begun + event.raw, usage: addUsage(usage, event.usage) };
    else if (event.type === "failure") yield { ...event, raw: begun + event.raw };
    else yield event;
  }
}

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
