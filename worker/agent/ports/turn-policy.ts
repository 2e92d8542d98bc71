import type { Format, ThreadMessage } from "../../formats/format.ts";
import type { OutputConstraint } from "../../formats/output-constraint.ts";
import type { ChatTemplate } from "../../formats/templates/chat-template.ts";
import type { PolicyId } from "../../protocol/model.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import type { Scored } from "../../search/fuse-scores.ts";
import type { ModelInfo } from "./model-client.ts";

/** The content a turn may have: text or calls, a call and nothing else, or text and nothing else. */
export type TurnMode = "free" | "forced" | "words";

/** The names of the tools nearest in meaning to each of the user's questions, by its own words, the nearest first. */
export type NearTools = ReadonlyMap<string, readonly Scored<string>[]>;

/** The conversation, the tools on offer and what the turn may hold. */
export interface TurnSubject {
  readonly info: Pick<ModelInfo, "template" | "contextTokens" | "constraint" | "wordsBias" | "plainWords">;
  /** The form that the policy writes and reads, see `TurnPolicy.toFormat`. */
  readonly format: Format;
  readonly system: string;
  readonly thread: readonly ThreadMessage[];
  readonly tools: readonly ToolSpec[];
  readonly nearTools?: NearTools;
  readonly mode: TurnMode;
  /** The date in English, such as `Tuesday 24 November 2026`. */
  readonly today: string;
}

/** A turn as the model is asked it. */
export interface PolicyTurn {
  readonly system: string;
  readonly template: ChatTemplate;
  /** The tools that the system text lists. */
  readonly shown: readonly ToolSpec[];
  /** The tools that may be called in this turn. */
  readonly listed: readonly ToolSpec[];
  readonly thread: readonly ThreadMessage[];
  readonly constraint: OutputConstraint | null;
  /** Text with which the model's turn begins. */
  readonly opening: string;
  /** The output of a constrained beginning after which words follow freely; null where a turn is one generation. */
  readonly wordsAfter: string | null;
  /** The conversation from which those words are written, where it is not the one of the choice; null for the same. */
  readonly words: Pick<PolicyTurn, "system" | "template" | "thread"> | null;
  /** Corrects a choice of calls before words where nobody has been answered yet; null where none is made. */
  readonly bias: { readonly word: string; readonly value: number } | null;
}

/**
 * The models that a policy is made for. The words of small ones are the likeliest where the user says nothing else, as drawn
 * ones are wrong, and a tool that always gives one text is called for them where a question is about that text. Of tiny ones
 * no words of their own are known to answer.
 */
export type ModelSize = "tiny" | "small" | "large";

/**
 * How one kind of model is asked: which tools it is shown and how, how the thread is shaped, and what a turn may hold.
 * Depends on the conversation alone, so that its prompts share their beginning and nothing is read twice.
 */
export interface TurnPolicy {
  readonly id: PolicyId;
  /** Whether a model that can think first is let to. */
  readonly thinks: boolean;
  readonly madeFor: ModelSize;
  /** The form that turns are written and read in, by the model's own dialect. */
  toFormat(own: Format): Format;
  planTurn(subject: TurnSubject): PolicyTurn;
  /** Whether a turn that must be words can be nothing else, so that the model need not be told why. */
  holdsWords(format: Format, info: Pick<ModelInfo, "constraint">): boolean;
}
