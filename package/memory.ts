import type { Tool } from "../worker/agent/define/tool.ts";
import type { RecalledNotes } from "../worker/protocol/message.ts";

/** A question that notes are looked up for. */
export interface RecallQuestion {
  readonly question: string;
  /** The most tokens that the notes may take. */
  readonly budgetTokens: number;
  countTokens(text: string): Promise<number | null>;
}

/** Notes across conversations: tools to write and find them, and the look-up before each question. */
export interface AgentMemory {
  readonly tools: readonly Tool[];
  /** The notes that bear on a question, or null. */
  recall(question: RecallQuestion): Promise<RecalledNotes | null>;
}
