import { defined } from "../../protocol/defined.ts";
import { TOOL_NAME_PATTERN } from "../../protocol/tool.ts";
import type { AgenticSkill } from "./agentic-skill.ts";
import type { SkillProgram } from "./skill-program.ts";
import type { Tool, ToolContext } from "./tool.ts";

/** The context of a deterministic skill's function. */
export type SkillContext = Pick<ToolContext, "runId" | "conversationId" | "signal" | "now" | "timeZone">;

/** A skill that is a plain function: no model call at all. */
export interface DeterministicSkill {
  readonly type: "deterministic";
  readonly name: string;
  readonly description: string;
  run(input: string, context: SkillContext): string | Promise<string>;
}

/** A skill that a program runs in the loop's place. `Name` is the union of its tools' names. */
export interface ProgramSkill<Name extends string = string> {
  readonly type: "program";
  readonly name: string;
  readonly description: string;
  readonly program: SkillProgram;
  /** The program's. */
  readonly tools: readonly Tool<unknown, Name>[];
}

/** One of the three kinds of skill. */
export type Skill<Name extends string = string> = AgenticSkill<Name> | DeterministicSkill | ProgramSkill<Name>;

type SkillFacts = Pick<AgenticSkill, "name" | "description">;
type AgenticParts = Partial<Pick<AgenticSkill, "instructions" | "author" | "alone" | "knowledge">>;

/** Declares a skill with tools, driven by the model. Throws a `TypeError` that names the culprit. */
export function defineSkill<const Tools extends readonly Tool<unknown, string>[]>(
  declaration: SkillFacts & AgenticParts & { readonly tools: Tools },
): AgenticSkill<Tools[number]["spec"]["name"]>;
/** Declares a skill that is a function of its input. */
export function defineSkill(declaration: SkillFacts & Pick<DeterministicSkill, "run">): DeterministicSkill;
/** Declares a skill that a program runs. */
export function defineSkill<Name extends string>(
  declaration: SkillFacts & { readonly program: SkillProgram<Name> },
): ProgramSkill<Name>;
export function defineSkill(
  declaration: SkillFacts &
    AgenticParts &
    Partial<Pick<AgenticSkill, "tools"> & Pick<DeterministicSkill, "run"> & Pick<ProgramSkill, "program">>,
): Skill {
  const { name, description, program } = declaration;
  if (!TOOL_NAME_PATTERN.test(name)) throw new TypeError(`'${name}' cannot name a skill: use letters, digits, _ . -`);
  if (declaration.run !== undefined) return { type: "deterministic", name, description, run: declaration.run };
  if (program !== undefined) return { type: "program", name, description, program, tools: program.tools };
  const tools = declaration.tools ?? [];
  const knowledge = declaration.knowledge ?? [];
  const taken = new Set<string>();
  for (const tool of tools) {
    if (taken.has(tool.spec.name)) throw new TypeError(`Skill '${name}' lists two tools named '${tool.spec.name}'`);
    taken.add(tool.spec.name);
  }
  for (const entry of knowledge) {
    if (!TOOL_NAME_PATTERN.test(entry.name)) {
      throw new TypeError(
        `'${entry.name}' cannot name a knowledge entry of skill '${name}': use letters, digits, _ . -`,
      );
    }
    if (taken.has(entry.name)) {
      throw new TypeError(`Knowledge entry '${entry.name}' of skill '${name}' has the name of another tool or entry`);
    }
    taken.add(entry.name);
  }
  const { instructions = "", author, alone } = declaration;
  return { type: "agentic", name, description, instructions, tools, knowledge, ...defined({ author, alone }) };
}
