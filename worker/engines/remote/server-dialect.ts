import type { GenerateRequest, ModelInfo } from "../../agent/ports/model-client.ts";
import type { OutputConstraint } from "../../formats/grammar/output-constraint.ts";
import type { Failure, Result } from "../../protocol/failure.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { FormatId, TurnUsage } from "../../protocol/model.ts";
import type { ServerCall, ServerLink } from "./server-link.ts";

/** What a server says of the model behind it. */
export interface ServerModel {
  /** The name to call it by; empty where the server has one model only. */
  readonly name: string;
  readonly contextTokens: number;
  readonly format: FormatId;
  /** The model's own chat template, where the server tells it. */
  readonly chatTemplate: string | null;
  readonly constraint: ModelInfo["constraint"];
  /** How prompts go in: as they are, or split into messages again, for which they must be ChatML. */
  readonly prompts: "raw" | "chat";
  /** The server puts the start token before a prompt by itself. */
  readonly addsStartToken: boolean;
}

/** A generation as a server is asked for it. */
export interface GenerationCall extends ServerCall {
  /** Text around what the server sends, when only its middle is asked for. */
  readonly before?: string;
  readonly after?: string;
}

/** What one piece of a stream says. */
export interface StreamPiece {
  readonly text?: string;
  /** Tokens of the prompt that are computed, of those that have to be. */
  readonly progress?: { readonly done: number; readonly total: number };
  readonly finishReason?: "stop" | "length";
  readonly usage?: Partial<TurnUsage>;
  /** Nothing follows. */
  readonly last?: boolean;
  readonly failure?: Failure;
}

/** The language of one kind of server. Holds nothing; the client does the talking. */
export interface ServerAdapter {
  /** Finds the model, and that it may be used. */
  probe(link: ServerLink, model: string, signal: AbortSignal): Promise<Result<ServerModel>>;
  /** `constraint-rejected` where the interface has no way to say a forced lock; a free one is then left out. */
  toCall(
    model: ServerModel,
    request: GenerateRequest,
    constraint: OutputConstraint | null,
  ): GenerationCall | "constraint-rejected";
  /** Reads a line of the stream that was parsed as JSON. */
  readPiece(value: JsonObject): StreamPiece;
  /** A call that answers with the number of a text's tokens; null where there is none. */
  toCount(model: ServerModel, text: string): ServerCall | null;
  readCount(value: JsonObject): number | null;
}

/** Sampling in the names that all three kinds share. */
export function toSampling(request: GenerateRequest): JsonObject {
  return {
    temperature: request.temperature,
    top_p: request.topP ?? (request.temperature === 0 ? 1 : 0.95),
    ...(request.seed === undefined ? {} : { seed: request.seed }),
  };
}

/** The dialect of a model's calls by its name, for servers that tell nothing else. */
export function guessFormatByName(name: string): FormatId {
  const known: readonly (readonly [RegExp, FormatId])[] = [
    [/llama-?3/i, "llama3"],
    [/mi[sx]tral/i, "mistral"],
    [/gemma/i, "gemma"],
    [/phi-?4/i, "phi4"],
    [/glm-?4\.[5-7]/i, "glm"],
    [/kimi/i, "kimi"],
    [/minimax-?m2/i, "minimax"],
    [/granite-?3/i, "granite"],
  ];
  return known.find(([pattern]) => pattern.test(name))?.[1] ?? "chatml";
}
