import { defined } from "../../protocol/defined.ts";
import { type Budget, DEFAULT_BUDGET } from "../../protocol/run-event.ts";
import { TOOL_NAME_PATTERN } from "../../protocol/tool.ts";
import type { AgentBase } from "./agent-base.ts";
import type { AgentHooks, FaultHandler } from "./hooks.ts";
import type { Skill } from "./skill.ts";
import type { Tool } from "./tool.ts";

/** An agent: a prompt, the tools it owns, and the skills that grant them. */
export interface Agent extends AgentBase {
  readonly tools: readonly Tool[];
  readonly skills: readonly Skill[];
}

type Handles = readonly Tool<unknown, string>[];
type NameOf<Tools extends Handles> = Tools[number]["spec"]["name"];

/**
 * Declares an agent. Without `tools` it owns those that its skills list. With `tools`, a skill that lists another one is
 * refused by the compiler (by name) and at construction (by identity). Throws a `TypeError` that names the culprit.
 */
export function defineAgent<
  const Tools extends Handles = Handles,
  const AutomaticTools extends Handles = readonly [],
  const MemoryTools extends Handles = readonly [],
>(declaration: {
  readonly name: string;
  readonly prompt: string;
  readonly tools?: Tools;
  readonly automaticTools?: AutomaticTools;
  readonly memoryTools?: MemoryTools;
  readonly skills: readonly Skill<NoInfer<NameOf<Tools> | NameOf<AutomaticTools> | NameOf<MemoryTools>>>[];
  readonly budget?: Partial<Budget>;
  readonly hooks?: AgentHooks;
  readonly onError?: FaultHandler;
}): Agent {
  const { name, skills } = declaration;
  const automaticTools: readonly Tool[] = declaration.automaticTools ?? [];
  const memoryTools: readonly Tool[] = declaration.memoryTools ?? [];
  const tools = declaration.tools ?? collectTools(skills, [...automaticTools, ...memoryTools]);
  const owned = toOwned(name, [...tools, ...automaticTools, ...memoryTools]);
  const automatic = new Set([...automaticTools, ...memoryTools].map((tool) => tool.spec.name));
  const names = new Set<string>();
  for (const skill of skills) {
    if (names.has(skill.name)) throw new TypeError(`Agent '${name}' has two skills named '${skill.name}'`);
    names.add(skill.name);
    checkSkill(name, skill, owned, automatic);
  }
  return {
    name,
    prompt: declaration.prompt,
    tools,
    automaticTools,
    memoryTools,
    skills,
    budget: { ...DEFAULT_BUDGET, ...declaration.budget },
    hooks: declaration.hooks ?? {},
    ...defined({ onError: declaration.onError }),
  };
}

/** Every tool that a skill lists, once; those granted to every skill are not repeated. */
function collectTools(skills: readonly Skill[], granted: readonly Tool[]): readonly Tool[] {
  const listed = new Set(skills.flatMap((skill) => (skill.type === "deterministic" ? [] : skill.tools)));
  return [...listed].filter((tool) => !granted.includes(tool));
}

function toOwned(agentName: string, tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  const owned = new Map<string, Tool>();
  for (const tool of tools) {
    const { name, parameters } = tool.spec;
    if (!TOOL_NAME_PATTERN.test(name)) {
      throw new TypeError(`'${name}' cannot name a tool of agent '${agentName}': use letters, digits, _ . -`);
    }
    if (parameters.type !== "object") {
      throw new TypeError(`The parameters of tool '${name}' of agent '${agentName}' are not an object`);
    }
    if (owned.has(name)) throw new TypeError(`Agent '${agentName}' has two tools named '${name}'`);
    owned.set(name, tool);
  }
  return owned;
}

function checkSkill(
  agentName: string,
  skill: Skill,
  owned: ReadonlyMap<string, Tool>,
  automatic: ReadonlySet<string>,
): void {
  if (skill.type === "deterministic") return;
  for (const tool of skill.tools) {
    if (owned.get(tool.spec.name) !== tool) {
      throw new TypeError(
        `Skill '${skill.name}' lists the tool '${tool.spec.name}', which agent '${agentName}' does not own`,
      );
    }
  }
  for (const agentic of skill.type === "program" ? skill.program.skills : [skill]) {
    for (const entry of agentic.knowledge) {
      if (automatic.has(entry.name)) {
        throw new TypeError(`Knowledge entry '${entry.name}' of skill '${agentic.name}' has the name of a tool`);
      }
    }
  }
}
