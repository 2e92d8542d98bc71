import type { Tool } from "../agent/define/tool.ts";
import { TOOL_NAME_PATTERN } from "../protocol/tool.ts";
import { type Flow, type FlowNode, MAX_TOOLS_PER_NODE, toExits } from "./flow.ts";
import { findGraphFaults, type GraphFault } from "./flow-graph.ts";

/**
 * Declares a flow. The compiler refuses an exit to a node that does not exist. Throws a `TypeError` that names the
 * culprit: an unknown exit, a node that cannot be reached or never ends, a cycle without `maxSteps`, more than eight
 * tools in one node, two tools of one name, a route without two distinct choices.
 */
export function defineFlow<const Id extends string, Name extends string = never>(declaration: {
  readonly start: NoInfer<Id>;
  readonly nodes: Readonly<Record<Id, FlowNode<NoInfer<Id>, Name>>>;
  /** Nodes that one run may visit; needed where the graph has a cycle. */
  readonly maxSteps?: number;
  /** Hides calls and results of earlier questions from every node, because models imitate them. */
  readonly omitToolRecords?: boolean;
}): Flow<Name> {
  const { start, maxSteps, omitToolRecords = false } = declaration;
  const nodes = new Map<string, FlowNode<string, Name>>(Object.entries(declaration.nodes));
  if (!nodes.has(start)) throw new TypeError(`The flow starts at '${start}', which is no node of it`);
  for (const [id, node] of nodes) checkNode(id, node, nodes);
  if (maxSteps !== undefined && !(Number.isInteger(maxSteps) && maxSteps > 0)) {
    throw new TypeError(`'maxSteps' is ${maxSteps}; it must be a whole number above 0`);
  }
  const graph = new Map([...nodes].map(([id, node]) => [id, toExits(node).map((exit) => exit.next)]));
  const ends = [...nodes].filter(([, node]) => node.type === "end").map(([id]) => id);
  const [fault] = findGraphFaults(graph, { start, ends, bound: maxSteps !== undefined });
  if (fault !== undefined) throw new TypeError(toFaultText(fault));
  const flow: Flow<Name> = {
    start,
    nodes,
    tools: collectTools(nodes),
    skills: [...nodes.values()].flatMap((node) => (node.type === "skill" ? [node.skill] : [])),
    maxSteps: maxSteps ?? Number.POSITIVE_INFINITY,
    omitToolRecords,
    outline: {
      start,
      nodes: [...nodes].map(([name, node]) => ({
        name,
        type: node.type,
        exits: toExits(node).map((exit) => ({ name: exit.name, next: exit.next })),
      })),
    },
    // Loaded with the first run.
    run: async function* (run, skill) {
      return yield* (await import("./run-flow.ts")).runFlow(flow, run, skill);
    },
  };
  return flow;
}

function toFaultText(fault: GraphFault): string {
  if (fault.type === "unbounded") return `The flow can go round (${fault.path.join(" -> ")}) and has no 'maxSteps'`;
  return fault.type === "unreachable"
    ? `Node '${fault.node}' of the flow cannot be reached`
    : `From node '${fault.node}' the flow never comes to an end`;
}

function checkNode(id: string, node: FlowNode, nodes: ReadonlyMap<string, FlowNode>): void {
  for (const { next } of toExits(node)) {
    if (!nodes.has(next)) throw new TypeError(`Node '${id}' leads to '${next}', which is no node of the flow`);
  }
  if (node.type === "tool-call" && (node.tools.length === 0 || node.tools.length > MAX_TOOLS_PER_NODE)) {
    throw new TypeError(
      `Node '${id}' has ${node.tools.length} tools; 1 to ${MAX_TOOLS_PER_NODE} are possible: put a route in front`,
    );
  }
  if (node.type === "route") {
    const names = node.choices.map((choice) => choice.name);
    const wrong = names.find((name) => !TOOL_NAME_PATTERN.test(name));
    if (wrong !== undefined) throw new TypeError(`'${wrong}' cannot name a choice of node '${id}'`);
    if (names.length < 2 || new Set(names).size < names.length) {
      throw new TypeError(`Node '${id}' needs at least two choices, each with its own name`);
    }
  }
}

function collectTools<Name extends string>(
  nodes: ReadonlyMap<string, FlowNode<string, Name>>,
): readonly Tool<unknown, Name>[] {
  const tools = new Map<string, Tool<unknown, Name>>();
  for (const [id, node] of nodes) {
    const own = node.type === "tool-call" ? node.tools : node.type === "skill" ? node.skill.tools : [];
    for (const tool of own) {
      const known = tools.get(tool.spec.name);
      if (known !== undefined && known !== tool) {
        throw new TypeError(`Node '${id}' has another tool named '${tool.spec.name}' than a node before it`);
      }
      tools.set(tool.spec.name, tool);
    }
    if (node.type === "tool-call" && new Set(own).size < own.length) {
      throw new TypeError(`Node '${id}' lists a tool twice`);
    }
  }
  return [...tools.values()];
}
