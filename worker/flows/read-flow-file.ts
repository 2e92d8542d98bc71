import { defined } from "../protocol/defined.ts";
import type { Reading } from "../protocol/file-fault.ts";
import type { Section } from "../tools/toml/read-section.ts";
import { readToml } from "../tools/toml/read-toml.ts";
import type { FlowFile, FlowFileNode } from "./flow.ts";
import { findGraphFaults, type GraphFault } from "./flow-graph.ts";
import { type KnownNames, type PlacedExit, readFlowNode } from "./read-flow-node.ts";

const MAX_NODES = 50;
const MAX_STEPS = 1_000;
/** The node that every flow has, declared or not. */
const END = "end";

/** Reads a `.flow.toml` and lists every fault with its line. `known` are the names that its nodes may use. */
export function readFlowFile(text: string, file: string, known: KnownNames = {}): Reading<FlowFile> {
  return readToml(text, file, (root) => {
    const flow = root.requiredSection("flow");
    const head = readHead(flow);
    const table = root.section("node");
    if (table === undefined) root.fault(undefined, "there is no node: [node.NAME] is missing");
    const nodes = new Map<string, FlowFileNode>();
    const exits = new Map<string, readonly PlacedExit[]>();
    const names = table?.keys() ?? [];
    if (names.length > MAX_NODES) root.fault("node", `there are ${names.length} nodes; ${MAX_NODES} are the most`);
    let isWhole = table !== undefined;
    for (const [name, section] of table?.sections() ?? []) {
      if (!/^[A-Za-z0-9_-]{1,40}$/.test(name)) {
        section.fault(undefined, `'${name}' cannot name a node: 1 to 40 letters, digits, _ and -`);
      }
      const reading = readFlowNode(section, known);
      exits.set(name, reading.exits);
      if (reading.node === undefined) isWhole = false;
      else nodes.set(name, reading.node);
    }
    const all = [...exits.values()].flat();
    if (!nodes.has(END) && all.some(({ next }) => next === END)) {
      nodes.set(END, { type: "end" });
      exits.set(END, []);
    }
    root.reportUnknown();
    const areExitsGood = checkExits(exits, flow, head.start);
    if (isWhole && areExitsGood && table !== undefined) checkGraph(nodes, exits, { ...head, table });
    return { file, ...head, nodes };
  });
}

function readHead(flow: Section): Omit<FlowFile, "file" | "nodes"> {
  const name = flow.requiredText("name");
  if (name !== "" && (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) || name.length > 64)) {
    flow.fault("name", `'${name}' cannot name a flow: at most 64 small letters, digits and single hyphens`);
  }
  const description = flow.requiredText("description");
  if (description.length > 500) flow.fault("description", "the description has more than 500 characters");
  const maxSteps = flow.integer("max_steps");
  if (maxSteps !== undefined && (maxSteps < 1 || maxSteps > MAX_STEPS)) {
    flow.fault("max_steps", `max_steps must be from 1 to ${MAX_STEPS}`);
  }
  const head = {
    name,
    description,
    start: flow.requiredText("start"),
    omitToolRecords: flow.boolean("omit_tool_records") ?? false,
    ...defined({ maxSteps }),
  };
  flow.reportUnknown();
  return head;
}

/** Whether the start and every exit name a node. */
function checkExits(exits: ReadonlyMap<string, readonly PlacedExit[]>, flow: Section, start: string): boolean {
  const names = [...exits.keys()].join(", ");
  const isStartGood = exits.has(start);
  if (!isStartGood && start !== "") flow.fault("start", `there is no node '${start}' to start at: ${names}`);
  const wrong = [...exits.values()].flat().filter(({ next }) => !exits.has(next));
  for (const { section, key, next } of wrong) section.fault(key, `there is no node '${next}': ${names}`);
  return isStartGood && wrong.length === 0;
}

function checkGraph(
  nodes: ReadonlyMap<string, FlowFileNode>,
  exits: ReadonlyMap<string, readonly PlacedExit[]>,
  { start, maxSteps, table }: Pick<FlowFile, "start" | "maxSteps"> & { readonly table: Section },
): void {
  const graph = new Map([...exits].map(([name, list]) => [name, list.map(({ next }) => next)]));
  const ends = [...nodes].filter(([, { type }]) => type === "end").map(([name]) => name);
  for (const fault of findGraphFaults(graph, { start, ends, bound: maxSteps !== undefined })) {
    table.fault(fault.node, toFaultText(fault));
  }
}

function toFaultText(fault: GraphFault): string {
  if (fault.type === "unbounded") {
    const path = fault.path.join(" -> ");
    return `the flow can go round (${path}): say in [flow] how many steps are the most, with max_steps`;
  }
  return fault.type === "unreachable"
    ? `no exit leads to the node '${fault.node}'`
    : `from the node '${fault.node}' the flow never comes to an end`;
}
