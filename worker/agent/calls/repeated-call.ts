import { toBoundedJson, toCanonicalJson } from "../../protocol/json.ts";
import type { ToolCall } from "../../protocol/tool.ts";
import type { Tool } from "../define/tool.ts";

/**
 * Two calls with equal signatures ask for the same thing: the name, and the canonical text of the input as the tool
 * would get it, so that `"3"` and `3` are one where the schema wants a number.
 */
export function toCallSignature(call: ToolCall, allowlist: ReadonlyMap<string, Tool>): string {
  const input = toBoundedJson(readInput(call, allowlist.get(call.name)));
  const bounded = input.ok ? input : toBoundedJson(call.arguments);
  // Arguments beyond every limit are refused anyway; they only must not be taken for one another.
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

/** What to do about a turn's calls. */
export type RepeatVerdict = "fresh" | "hint" | "stop";

/** Turns running after which the model gets a hint; one more and the run stops. */
const HINT_AFTER = 3;

/** Notices a call that comes back turn after turn. */
export interface RepeatWatch {
  observe(calls: readonly ToolCall[]): RepeatVerdict;
}

/** Starts with nothing seen. */
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
