import type { ParseEvent } from "../format.ts";

/** The events with neighbouring deltas of one kind joined, which makes any two readings of one output comparable. */
export function mergeDeltas(events: readonly ParseEvent[]): readonly ParseEvent[] {
  const merged: ParseEvent[] = [];
  for (const event of events) {
    const last = merged.at(-1);
    if (last?.type === "text-delta" && event.type === "text-delta") {
      merged[merged.length - 1] = { type: "text-delta", text: last.text + event.text };
    } else if (last?.type === "reasoning-delta" && event.type === "reasoning-delta") {
      merged[merged.length - 1] = { type: "reasoning-delta", text: last.text + event.text };
    } else {
      merged.push(event);
    }
  }
  return merged;
}
