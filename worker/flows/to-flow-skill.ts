import type { AgenticSkill } from "../agent/define/agentic-skill.ts";
import { defineSkill, type ProgramSkill } from "../agent/define/skill.ts";
import type { Tool } from "../agent/define/tool.ts";
import { defined } from "../protocol/defined.ts";
import { defineFlow } from "./define-flow.ts";
import type { FlowFile, FlowFileNode, FlowNode } from "./flow.ts";

/** Tools and skills by the names that a flow uses. */
export interface FlowParts {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly skills: ReadonlyMap<string, AgenticSkill>;
}

/** The skill that a flow's file declares. It grants the tools that its nodes list, and no others. Throws for unknown names. */
export function toFlowSkill(
  { name, description, start, nodes, maxSteps, omitToolRecords }: FlowFile,
  parts: FlowParts,
): ProgramSkill {
  const resolved: Readonly<Record<string, FlowNode>> = Object.fromEntries(
    [...nodes].map(([id, node]) => [id, toFlowNode(node, parts)]),
  );
  return defineSkill({
    name,
    description,
    program: defineFlow<string, string>({ start, nodes: resolved, omitToolRecords, ...defined({ maxSteps }) }),
  });
}

function toFlowNode(node: FlowFileNode, { tools, skills }: FlowParts): FlowNode {
  if (node.type === "tool-call") return { ...node, tools: node.tools.map((name) => find(tools, name, "tool")) };
  if (node.type === "skill") return { ...node, skill: find(skills, node.skill, "skill") };
  return node;
}

function find<Value>(known: ReadonlyMap<string, Value>, name: string, what: string): Value {
  const value = known.get(name);
  if (value === undefined) throw new TypeError(`there is no ${what} '${name}'`);
  return value;
}
