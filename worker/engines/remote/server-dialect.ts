import type { GenerateRequest, ModelInfo } from "../../agent/ports/model-client.ts";
import type { Failure, Result } from "../../protocol/failure.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { FormatId, TurnUsage } from "../../protocol/model.ts";
import type { CallPiece } from "./native-calls.ts";
import type { ServerCall, ServerLink } from "./server-link.ts";

/** A server's report of its model. */
export interface ServerModel {
  /** Empty where the server has only one model. */
  readonly name: string;
  readonly contextTokens: number;
  readonly format: FormatId;
  /** The model's own chat template, where the server reports it. */
  readonly chatTemplate: string | null;
  readonly constraint: ModelInfo["constraint"];
  /** Whether prompts are sent verbatim, or split into messages, for which they must be ChatML. */
  readonly prompts: "raw" | "chat";
  /** The server takes tools as such and gives calls as such; it was seen to do so. */
  readonly takesTools?: boolean;
  /** The server itself puts the start token before a prompt. */
  readonly addsStartToken: boolean;
}

/** A request for a generation. */
export interface GenerationCall extends ServerCall {
  /** Text around the output, when only its middle is requested. */
  readonly before?: string;
  readonly after?: string;
  /** Tools' own names by those that they were sent under. */
  readonly names?: Readonly<Record<string, string>>;
}

/** The content of one piece of a stream. */
export interface StreamPiece {
  readonly text?: string;
  /** Calls that the server read from its model. */
  readonly calls?: readonly CallPiece[];
  /** Prompt tokens computed so far, of those not cached. */
  readonly progress?: { readonly done: number; readonly total: number };
  readonly finishReason?: "stop" | "length";
  /** The stop string that ended the output. */
  readonly stop?: string;
  readonly usage?: Partial<TurnUsage>;
  /** The last piece. */
  readonly last?: boolean;
  readonly failure?: Failure;
}

/** The protocol of one kind of server. Stateless; the client sends the requests. */
export interface ServerAdapter {
  /** Finds the model and checks that it may be used. */
  probe(link: ServerLink, model: string, signal: AbortSignal): Promise<Result<ServerModel>>;
  /** `constraint-rejected` where the interface cannot express a forced constraint; a free one is then left out. */
  toCall(model: ServerModel, request: GenerateRequest): GenerationCall | "constraint-rejected";
  /** Reads one parsed line of the stream. */
  readPiece(value: JsonObject): StreamPiece;
  /** The request that counts a text's tokens; null where there is none. */
  toCount(model: ServerModel, text: string): ServerCall | null;
  readCount(value: JsonObject): number | null;
}
