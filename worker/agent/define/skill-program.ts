import type { RunEvent } from "../../protocol/run-event.ts";
import type { FlowOutline } from "../../protocol/tool.ts";
import type { AgenticSkill } from "./agentic-skill.ts";
import type { Run, RunEnd } from "./run.ts";
import type { Tool } from "./tool.ts";

/** Code outside the loop that takes a run's turns in an order of its own. `Name` is the union of its tools' names. */
export interface SkillProgram<Name extends string = string> {
  /** Every tool that it may call, those of its skills included, each once. */
  readonly tools: readonly Tool<unknown, Name>[];
  /** The skills that it lets the loop run. */
  readonly skills: readonly AgenticSkill[];
  /** Hides calls and results of earlier questions, but keeps the text around them. */
  readonly omitToolRecords: boolean;
  /** Its steps as the page draws them. */
  readonly outline: FlowOutline;
  /** Takes the run from its question to its end. `name` and `description` are those of the skill that it runs for. */
  run(run: Run, skill: { readonly name: string; readonly description: string }): AsyncGenerator<RunEvent, RunEnd, void>;
}
