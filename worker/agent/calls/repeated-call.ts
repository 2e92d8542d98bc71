import { toBoundedJson, toCanonicalJson } from "../../protocol/json.ts";
import type { ToolCall } from "../../protocol/tool.ts";
import type { Tool } from "../define/tool.ts";

/**
 * The name and the canonical text of the input as the tool would get it, so that `"3"` and `3` are equal if the schema
 * asks for a number. Two calls with equal signatures ask for the same thing.
 */
export function toCallSignature(call: ToolCall, allowlist: ReadonlyMap<string, Tool>): string {
  const input = toBoundedJson(readInput(call, allowlist.get(call.name)));
  const bounded = input.ok ? input : toBoundedJson(call.arguments);
  // Arguments beyond the limits are refused anyway; they only must not count as equal.
  return `${call.name}:${bounded.ok ? toCanonicalJson(bounded.value) : `unreadable ${call.id}`}`;
}

function readInput(call: ToolCall, tool: Tool | undefined): unknown {
  try {
    const checked = tool?.check(call.arguments);
    return checked?.ok === true ? (checked.input ?? call.arguments) : call.arguments;
  } catch {
    return call.arguments;
  }
}

/** How to react to a turn's calls. */
export type RepeatVerdict = "fresh" | "hint" | "stop";

/** Consecutive turns with the same call after which the model gets a hint; one more ends the run. */
const HINT_AFTER = 3;

/** Detects a call that is repeated turn after turn. */
export interface RepeatWatch {
  observe(calls: readonly ToolCall[]): RepeatVerdict;
}

/** Creates a watch for one run. */
export function createRepeatWatch(allowlist: ReadonlyMap<string, Tool>): RepeatWatch {
  let streaks: ReadonlyMap<string, number> = new Map();
  return {
    observe: (calls) => {
      const next = new Map<string, number>();
      for (const call of calls) {
        const signature = toCallSignature(call, allowlist);
        next.set(signature, (streaks.get(signature) ?? 0) + 1);
      }
      streaks = next;
      const longest = Math.max(0, ...next.values());
      if (longest > HINT_AFTER) return "stop";
      return longest === HINT_AFTER ? "hint" : "fresh";
    },
  };
}
