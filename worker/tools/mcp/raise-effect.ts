import type { ToolEffect } from "../../protocol/tool.ts";

const ORDER: readonly ToolEffect[] = ["reads", "writes", "sends"];

/**
 * The effect assumed of a foreign tool: at least the floor that the user set for its server. Its own unverified hints can only
 * raise it: a tool that declares itself writing, destructive or open-world is believed, one that claims to be harmless
 * is not.
 */
export function raiseEffect(floor: ToolEffect, hints: Readonly<Record<string, unknown>>): ToolEffect {
  const admitted: ToolEffect =
    hints.openWorldHint === true || hints.destructiveHint === true
      ? "sends"
      : hints.readOnlyHint === false
        ? "writes"
        : "reads";
  return ORDER.indexOf(admitted) > ORDER.indexOf(floor) ? admitted : floor;
}
