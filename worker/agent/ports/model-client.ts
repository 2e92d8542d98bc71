import type { OutputConstraint } from "../../formats/output-constraint.ts";
import type { ChatTemplate } from "../../formats/templates/chat-template.ts";
import type { Failure } from "../../protocol/failure.ts";
import type { ModelId } from "../../protocol/ids.ts";
import type { EngineChoice, EngineId, FormatId, Perception, TurnUsage } from "../../protocol/model.ts";
import type { FinishReason } from "../../protocol/run-event.ts";
import type { AskedWay } from "./asked-way.ts";

/** The facts of a loaded model. */
export interface ModelInfo extends AskedWay {
  readonly engine: EngineId;
  readonly modelId: ModelId;
  /** The name that its publisher gave it, by which its card's settings are found; absent if unknown. */
  readonly name?: string;
  readonly format: FormatId;
  readonly template: ChatTemplate;
  /** The place where it runs and the reason, if that is not the one chosen. */
  readonly fallback?: Pick<EngineChoice, "onGpu" | "reason" | "failedTest">;
  /** Not every number that it computed while it was loaded was finite. */
  readonly unsound?: boolean;
  readonly contextTokens: number;
  /** How this engine can constrain its output; `none` leaves everything to the parser. */
  readonly constraint: "gbnf" | "structural-tag" | "none";
  /** Its output is replayed from a foreign file, so its runs count as having read text from outside. */
  readonly foreign?: boolean;
  /** The engine keeps the beginning that a prompt shares with the one before, and reads the rest alone. */
  readonly keepsBeginning?: true;
  /** The beginning of a prompt that it had read when it was loaded. */
  readonly hasRead?: string;
  /** Senses beside text; absent for models of text alone. */
  readonly perceives?: Perception;
}

/** One generation. */
export interface GenerateRequest {
  /**
   * The whole prompt as text, control tokens included. When it begins with what the engine has seen and written last
   * (`prompt + raw` of the call before), only the rest is computed.
   */
  readonly prompt: string;
  /** Pictures and sounds in Base64, one for each `MEDIA_MARK` of the prompt; only for a model that perceives them. */
  readonly media?: readonly string[];
  /** Null leaves the output unconstrained. */
  readonly constraint: OutputConstraint | null;
  /** A word whose tokens are made likelier: `value` is added to their logits. Engines without such an input leave it out. */
  readonly bias?: { readonly word: string; readonly value: number };
  /** The prompt begins otherwise than the others: engines that can keep its beginning beside theirs. */
  readonly beside?: true;
  /** Every conversation begins with this prompt: engines that can keep it read for the time when they are loaded again. */
  readonly keep?: true;
  /** Strings that end the output; never part of it. */
  readonly stop: readonly string[];
  readonly maxTokens: number;
  /** 0 always takes the likeliest token. */
  readonly temperature: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly minP?: number;
  readonly repetitionPenalty?: number;
  readonly presencePenalty?: number;
  readonly frequencyPenalty?: number;
  readonly seed?: number;
  readonly signal: AbortSignal;
}

/** An event of a generation: any number of deltas and progress marks, then exactly one `end` or `failure`. */
export type ModelEvent =
  /** `waiting`: the engine is still busy with another tab's request. */
  | { readonly type: "prefill-progress"; readonly done: number; readonly total: number; readonly waiting?: true }
  | { readonly type: "text-delta"; readonly text: string }
  | {
      readonly type: "end";
      readonly finishReason: FinishReason;
      /** The output as the KV cache holds it, without stop token or stop string. */
      readonly raw: string;
      readonly usage: TurnUsage;
      /** The stop string that ended the output, where the engine knows. */
      readonly stop?: string;
      /** Says, in a sentence, that the engine could not apply the constraint. */
      readonly notice?: string;
    }
  | { readonly type: "failure"; readonly failure: Failure; readonly raw: string };

/**
 * The port to a loaded model. One generation at a time. An abort ends the stream with `finishReason: "aborted"` within
 * a second; the client is usable again afterwards. Never throws for an expected fault.
 */
export interface ModelClient {
  readonly info: ModelInfo;
  /** Resolves when the engine is lost, even while idle; absent if only a generation can reveal it. */
  readonly lost?: Promise<Failure>;
  generate(request: GenerateRequest): AsyncGenerator<ModelEvent, void, void>;
  /** Tokens of a text by the model's own tokenizer, or null where the engine offers none. */
  countTokens(text: string): Promise<number | null>;
  /** Frees the memory. The client is not usable afterwards. */
  dispose(): Promise<void>;
}
