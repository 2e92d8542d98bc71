import type { Tool } from "./tool.ts";

/** A text that the model may ask for by name; loaded only then. */
export interface KnowledgeEntry {
  /** Unique among the tools and entries of its skill. */
  readonly name: string;
  /** Written for the model: what it will find there. */
  readonly description: string;
  load(): string | Promise<string>;
}

/** A skill that the model drives with tools. `Name` is the union of its tools' names. */
export interface AgenticSkill<Name extends string = string> {
  readonly type: "agentic";
  readonly name: string;
  readonly description: string;
  /** For the model, beyond the description: how to proceed, step by step. */
  readonly instructions: string;
  /** Who worded the description and the instructions; absent for what the app brings. See `ToolSpec.author`. */
  readonly author?: string;
  /** True for a skill with its own tools alone, such as a server's: no automatic ones, and not memory's. */
  readonly alone?: true;
  readonly tools: readonly Tool<unknown, Name>[];
  readonly knowledge: readonly KnowledgeEntry[];
}
