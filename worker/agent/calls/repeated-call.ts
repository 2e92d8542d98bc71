import { attempt } from "../../protocol/attempt.ts";
import { toBoundedJson } from "../../protocol/bounded-json.ts";
import { toCanonicalJson } from "../../protocol/json.ts";
import type { CallRecord } from "../../protocol/message.ts";
import type { ToolCall } from "../../protocol/tool.ts";
import type { Tool } from "../define/tool.ts";

const NO_TOOLS: ReadonlyMap<string, Tool> = new Map();

/**
 * The name and the canonical text of the input as the tool would get it, so that `"3"` and `3` are equal if the schema
 * asks for a number. Two calls with equal signatures ask for the same thing.
 */
export function toCallSignature(call: ToolCall, allowlist: ReadonlyMap<string, Tool> = NO_TOOLS): string {
  const input = toBoundedJson(readInput(call, allowlist.get(call.name)));
  const bounded = input.ok ? input : toBoundedJson(call.arguments);
  // Arguments beyond the limits are refused anyway; they only must not count as equal.
  return `${call.name}:${bounded.ok ? toCanonicalJson(bounded.value) : `unreadable ${call.id}`}`;
}

function readInput(call: ToolCall, tool: Tool | undefined): unknown {
  const checked = attempt(() => tool?.check(call.arguments));
  return checked?.ok === true ? (checked.input ?? call.arguments) : call.arguments;
}

/** Turns in a row whose calls all failed, after which the model answers in words. */
const MAX_FAILURES = 2;

/** Creates the list of the calls that a run has made, so that none is made twice for nothing. */
export function createMadeCalls(allowlist: ReadonlyMap<string, Tool>) {
  const known = new Set<string>();
  let newest: CallRecord | null = null;
  let failures = 0;
  return {
    /** The signatures of calls whose outcome the model has read and nothing has changed since. */
    known: known as ReadonlySet<string>,
    /** True if none of the calls asks for anything new. */
    areKnown: (calls: readonly ToolCall[]) => calls.every((call) => known.has(toCallSignature(call, allowlist))),
    /** The newest call that was executed, the newest successful one before all others; null before the first. */
    get newest(): CallRecord | null {
      return newest;
    },
    /** Takes note of a turn's calls. True where the next turn must be words: nothing new was asked, or nothing worked. */
    observe(records: readonly CallRecord[]): boolean {
      const made = records.filter(({ outcome }) => outcome?.type !== "duplicate");
      const worked = made.filter(({ outcome }) => outcome?.type === "success");
      // A call that writes may have changed the results of earlier reads.
      if (worked.some(({ call }) => allowlist.get(call.name)?.spec.effect !== "reads")) known.clear();
      for (const { call } of made) known.add(toCallSignature(call, allowlist));
      const last = worked.at(-1) ?? made.at(-1);
      if (last !== undefined && (last.outcome?.type === "success" || newest?.outcome?.type !== "success"))
        newest = last;
      failures = made.length > 0 && worked.length === 0 ? failures + 1 : 0;
      return made.length === 0 || failures >= MAX_FAILURES;
    },
  };
}
