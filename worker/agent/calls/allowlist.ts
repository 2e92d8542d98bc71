import type { AgentBase } from "../define/agent-base.ts";
import type { AgenticSkill, KnowledgeEntry } from "../define/agentic-skill.ts";
import { type AgentHooks, emitHook } from "../define/hooks.ts";
import { type Tool, toToolOutput } from "../define/tool.ts";

/**
 * The tools of one run: the skill's, the agent's automatic ones, the memory tools while memory is on (neither where the skill is
 * `alone`), and the skill's knowledge entries; of these only `onlyTool`, if there is such a choice. The loop knows no other, so no
 * answer or log can name another.
 */
export function toAllowlist(
  agent: AgentBase,
  skill: AgenticSkill,
  { memory, onlyTool }: { readonly memory: boolean; readonly onlyTool?: string },
): ReadonlyMap<string, Tool> {
  const everywhere = memory ? [...agent.automaticTools, ...agent.memoryTools] : agent.automaticTools;
  const tools = [
    ...skill.tools,
    ...(skill.alone === true ? [] : everywhere),
    ...skill.knowledge.map((entry) => toKnowledgeTool(entry, agent.hooks)),
  ];
  // A map and not an object: a call to `toString` must find nothing.
  const granted = onlyTool === undefined ? tools : tools.filter(({ spec }) => spec.name === onlyTool);
  return new Map(granted.map((tool) => [tool.spec.name, tool]));
}

/** Who, beside the app, worded what a model is shown of a skill and these tools. */
export function listAuthors(skill: Pick<AgenticSkill, "author">, tools: Iterable<Tool>): ReadonlySet<string> {
  return new Set([skill.author, ...[...tools].map(({ spec }) => spec.author)].filter((author) => author !== undefined));
}

/** A knowledge entry as the tool without arguments that it is to the model. */
export function toKnowledgeTool(entry: KnowledgeEntry, hooks: AgentHooks): Tool {
  const tool: Tool<null> = {
    spec: {
      name: entry.name,
      description: entry.description,
      parameters: { type: "object", properties: {}, additionalProperties: false },
      effect: "reads",
    },
    check: (raw) =>
      Object.keys(raw).length === 0
        ? { ok: true, input: null, coerced: [] }
        : { ok: false, problems: [{ path: "", message: "takes no arguments" }] },
    run: async () => {
      const text = await entry.load();
      emitHook(hooks.onKnowledgeUsed, { name: entry.name, characters: text.length });
      return toToolOutput([{ type: "text", text }]);
    },
  };
  return tool;
}
