import type { ToolSpec } from "../protocol/tool.ts";

/**
 * Keeps what was computed last: the turns of a run ask for the same tools, in the same way, again and again. `tools` are
 * compared one by one, since each run makes a list of its own.
 */
export function rememberLast<Way, Value>(
  compute: (tools: readonly ToolSpec[], way: Way) => Value,
): (tools: readonly ToolSpec[], way: Way) => Value {
  let last: { readonly tools: readonly ToolSpec[]; readonly way: Way; readonly value: Value } | null = null;
  return (tools, way) => {
    if (last === null || last.way !== way || !isSameList(last.tools, tools)) {
      last = { tools, way, value: compute(tools, way) };
    }
    return last.value;
  };
}

function isSameList(left: readonly ToolSpec[], right: readonly ToolSpec[]): boolean {
  return left.length === right.length && left.every((tool, index) => tool === right[index]);
}
