import type { JsonValue } from "../../protocol/json.ts";
import type { ToolEffect } from "../../protocol/tool.ts";

const ORDER: readonly ToolEffect[] = ["reads", "writes", "sends"];

/** What another server says about its tool; nothing vouches for it. */
export interface ForeignHints {
  readonly readOnlyHint?: JsonValue | undefined;
  readonly destructiveHint?: JsonValue | undefined;
  readonly openWorldHint?: JsonValue | undefined;
}

/**
 * What a foreign tool may touch: at least the floor that the user set for its server. Its own hints can only raise
 * that: a tool that admits to writing, destroying or talking to the world is believed, one that claims to be harmless
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
