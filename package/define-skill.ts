import type { AgenticSkill, KnowledgeEntry } from "../worker/agent/define/agentic-skill.ts";
import {
  type Skill as CoreSkill,
  type DeterministicSkill,
  defineSkill as defineCoreSkill,
  type ProgramSkill,
} from "../worker/agent/define/skill.ts";
import type { SkillProgram } from "../worker/agent/define/skill-program.ts";
import type { Tool } from "../worker/agent/define/tool.ts";
import type { Model } from "./model.ts";

/** A skill, with a model of its own if it has one. */
export type Skill = CoreSkill & { readonly model?: Model };

/** The facts of every kind of skill. */
export interface SkillFacts {
  /** Letters, digits, `_`, `.` and `-`. */
  readonly name: string;
  /** Written for the model: what the skill is for. */
  readonly description: string;
  /** Answers instead of the agent's model. */
  readonly model?: Model;
}

/** A skill that the model drives with tools. */
export interface ToolSkillDeclaration extends SkillFacts {
  /** For the model: how to proceed. */
  readonly instructions?: string;
  readonly tools?: readonly Tool[];
  /** Texts that the model loads by name, as if they were tools. */
  readonly knowledge?: readonly KnowledgeEntry[];
}

/** A skill that is a plain function: no model is asked. */
export interface FunctionSkillDeclaration extends SkillFacts {
  readonly run: DeterministicSkill["run"];
}

/** A skill whose steps are a graph. */
export interface FlowSkillDeclaration extends SkillFacts {
  /** The result of `defineFlow`. */
  readonly flow: SkillProgram;
}

/** Declares a skill. Throws a `TypeError` that names its fault. */
export function defineSkill(declaration: FunctionSkillDeclaration): DeterministicSkill & { readonly model?: Model };
export function defineSkill(declaration: FlowSkillDeclaration): ProgramSkill & { readonly model?: Model };
export function defineSkill(declaration: ToolSkillDeclaration): AgenticSkill & { readonly model?: Model };
export function defineSkill(
  declaration: ToolSkillDeclaration | FunctionSkillDeclaration | FlowSkillDeclaration,
): Skill {
  const { model } = declaration;
  return { ...toCoreSkill(declaration), ...(model === undefined ? {} : { model }) };
}

function toCoreSkill(declaration: ToolSkillDeclaration | FunctionSkillDeclaration | FlowSkillDeclaration): CoreSkill {
  if ("run" in declaration) return defineCoreSkill(declaration);
  if ("flow" in declaration) return defineCoreSkill({ ...declaration, program: declaration.flow });
  const { tools = [] } = declaration;
  checkTools(declaration.name, tools);
  return defineCoreSkill({ ...declaration, tools });
}

/** Throws where a list holds a name or anything else in the place of a tool. */
export function checkTools(owner: string, tools: readonly unknown[]): void {
  for (const tool of tools) {
    if (typeof tool === "object" && tool !== null && "spec" in tool && "check" in tool) continue;
    const what = typeof tool === "string" ? `the name '${tool}'` : String(tool);
    throw new TypeError(`'${owner}' lists ${what} as a tool: give the object that defineTool returned`);
  }
}
