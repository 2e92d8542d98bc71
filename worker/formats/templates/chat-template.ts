import type { FormatId } from "../../protocol/model.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import type { ToolResultText } from "../format.ts";
import type { MlcConversation } from "./mlc-conversation.ts";

/** The source of a template: the texts of a model's file, or the turns in MLC's form. Plain data. */
export type TemplateSource =
  | { readonly format: FormatId; readonly chatTemplate: string | null; readonly name?: string }
  | { readonly conversation: MlcConversation };

/**
 * Writes a conversation in the control tokens of a model family. Content never opens a turn: control tokens inside it
 * are neutralised.
 */
export interface ChatTemplate {
  readonly id: string;
  /** From which another thread makes the same functions; the rest of a template is plain data. Absent in tests. */
  readonly source?: TemplateSource;
  /** Strings that end the model's turn, for engines that know no stop tokens. */
  readonly stop: readonly string[];
  /** The text before the first turn: start token and system message. */
  renderStart(system: string): string;
  /**
   * The start and the user's first turn together, for families whose system text is inside that turn. Absent where
   * `renderStart` and `renderTurn` suffice.
   */
  renderOpening?(system: string, content: string): string;
  /**
   * The start and the user's first turn, with the tools declared as the model's own template declares them; null where it
   * does not. `markers` are the dialect's literals, which no tool's text may contain. Absent without such a template.
   */
  renderToolOpening?(
    system: string,
    tools: readonly ToolSpec[],
    question: string,
    markers: readonly string[],
  ): string | null;
  /**
   * The turns with the results of one turn's calls, as the model's own template writes them; null where it does not. Their
   * texts hold none of the dialect's literals any more. Absent without such a template.
   */
  renderToolResults?(results: readonly ToolResultText[]): string | null;
  /** A complete turn of the user or of the tools, with its closing token. */
  renderTurn(role: "user" | "tool", content: string): string;
  /** Opens the model's turn. */
  readonly assistantStart: string;
  /** Closes the model's turn: the stop token and separators, which the model's raw text does not include. */
  readonly assistantEnd: string;
  /** True when `assistantStart` ends inside a reasoning block. */
  readonly reasoningOpen?: boolean;
  /**
   * Text after `assistantStart` that makes the model answer without reasoning: for most families an empty reasoning
   * block. Absent if the model has no such switch.
   */
  readonly skipReasoning?: string;
}
