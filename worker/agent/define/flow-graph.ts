/** A graph by its nodes' names: each with the nodes that its exits lead to. */
export type FlowGraph = ReadonlyMap<string, readonly string[]>;

/** What is wrong with a graph, and the node where it shows. */
export interface GraphFault {
  readonly node: string;
  readonly message: string;
}

/**
 * Everything that is wrong with the shape of a graph whose exits all lead to nodes: a node that cannot be reached from
 * the start, one from which no end can be reached, and a cycle where `maxSteps` gives no bound.
 */
export function findGraphFaults(
  graph: FlowGraph,
  { start, ends, maxSteps }: { readonly start: string; readonly ends: readonly string[]; readonly maxSteps?: number },
): readonly GraphFault[] {
  const toExits = (id: string): readonly string[] => graph.get(id) ?? [];
  const ids = [...graph.keys()];
  const reached = reach([start], toExits);
  const ending = reach(ends, (id) => ids.filter((from) => toExits(from).includes(id)));
  const cycle = maxSteps === undefined ? findCycle(start, toExits) : null;
  return [
    ...ids
      .filter((id) => !reached.has(id))
      .map((node) => ({ node, message: `Node '${node}' of the flow cannot be reached` })),
    ...ids
      .filter((id) => !ending.has(id))
      .map((node) => ({ node, message: `From node '${node}' the flow never comes to an end` })),
    ...(cycle === null
      ? []
      : [
          {
            node: cycle[0] ?? start,
            message: `The flow can go round (${cycle.join(" -> ")}) and has no 'maxSteps'`,
          },
        ]),
  ];
}

function reach(from: readonly string[], next: (id: string) => readonly string[]): ReadonlySet<string> {
  const reached = new Set(from);
  for (const id of reached) for (const neighbour of next(id)) reached.add(neighbour);
  return reached;
}

/** The first cycle found, as a path, or null. */
function findCycle(start: string, toExits: (id: string) => readonly string[]): readonly string[] | null {
  const done = new Set<string>();
  const visit = (id: string, path: readonly string[]): readonly string[] | null => {
    const seenAt = path.indexOf(id);
    if (seenAt >= 0) return [...path.slice(seenAt), id];
    if (done.has(id)) return null;
    for (const exit of toExits(id)) {
      const cycle = visit(exit, [...path, id]);
      if (cycle !== null) return cycle;
    }
    done.add(id);
    return null;
  };
  return visit(start, []);
}
