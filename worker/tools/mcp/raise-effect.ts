import type { JsonValue } from "../../protocol/json.ts";
import type { ToolEffect } from "../../protocol/tool.ts";

const ORDER: readonly ToolEffect[] = ["reads", "writes", "sends"];

/** A server's unverified hints about its tool. */
export interface ForeignHints {
  readonly readOnlyHint?: JsonValue | undefined;
  readonly destructiveHint?: JsonValue | undefined;
  readonly openWorldHint?: JsonValue | undefined;
}

/**
 * The effect assumed of a foreign tool: at least the floor that the user set for its server. Its own hints can only
 * raise it: a tool that declares itself writing, destructive or open-world is believed, one that claims to be harmless
 * is not.
 */
export function raiseEffect(floor: ToolEffect, hints: ForeignHints): ToolEffect {
  const admitted: ToolEffect =
    hints.openWorldHint === true || hints.destructiveHint === true
      ? "sends"
      : hints.readOnlyHint === false
        ? "writes"
        : "reads";
  return ORDER.indexOf(admitted) > ORDER.indexOf(floor) ? admitted : floor;
}
