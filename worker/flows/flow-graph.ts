/** A graph by its nodes' names: each with the nodes that its exits lead to. */
export type FlowGraph = ReadonlyMap<string, readonly string[]>;

/** A fault of a graph, and the node where it shows: nothing leads to it, it leads to no end, or a cycle is there. */
export type GraphFault =
  | { readonly type: "unreachable" | "endless"; readonly node: string }
  /** `path` begins and ends with the same node. */
  | { readonly type: "unbounded"; readonly node: string; readonly path: readonly string[] };

/** Everything that is wrong with the shape of a graph whose exits all lead to nodes. A `bound` makes cycles harmless. */
export function findGraphFaults(
  graph: FlowGraph,
  { start, ends, bound }: { readonly start: string; readonly ends: readonly string[]; readonly bound: boolean },
): readonly GraphFault[] {
  const toExits = (id: string): readonly string[] => graph.get(id) ?? [];
  const ids = [...graph.keys()];
  const reached = reach([start], toExits);
  const ending = reach(ends, (id) => ids.filter((from) => toExits(from).includes(id)));
  const cycle = bound ? null : findCycle(start, toExits);
  return [
    ...ids.filter((id) => !reached.has(id)).map((node) => ({ type: "unreachable" as const, node })),
    ...ids.filter((id) => !ending.has(id)).map((node) => ({ type: "endless" as const, node })),
    ...(cycle === null ? [] : [{ type: "unbounded" as const, node: cycle[0] ?? start, path: cycle }]),
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
