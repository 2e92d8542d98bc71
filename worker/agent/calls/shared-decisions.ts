import type { ApprovalDecision, ApprovalRequest } from "../../protocol/run-event.ts";
import type { ToolCall } from "../../protocol/tool.ts";
import type { Tool } from "../define/tool.ts";
import { checkArguments } from "./execute-call.ts";
import { toCallSignature } from "./repeated-call.ts";

/** Calls that one question may list beside its own: more would not be read. */
const MAX_ALSO = 11;

/** The user's decisions of one turn that hold for several of its calls. */
export type SharedDecisions = ReturnType<typeof createSharedDecisions>;

/**
 * Lets one question list the calls of the same tool that the model made in the same turn. Each is still executed by itself,
 * with every check. Not for a tool that asks always or shows what it would change: those are looked at one by one.
 */
export function createSharedDecisions(
  calls: readonly ToolCall[],
  allowlist: ReadonlyMap<string, Tool>,
  known: ReadonlySet<string>,
) {
  // By the object: a call that was changed since is another one.
  const decided = new Map<ToolCall, ApprovalDecision>();
  return {
    /** The decision made about this very call along with an earlier one. */
    find: (call: ToolCall): ApprovalDecision | undefined => decided.get(call),
    /** The later calls that the user can decide about together with this one. */
    listAlso({ call }: ApprovalRequest): readonly ToolCall[] {
      const tool = allowlist.get(call.name);
      const index = calls.indexOf(call);
      if (tool === undefined || tool.preview !== undefined || tool.spec.asks === true || index === -1) return [];
      const seen = new Set([...known, toCallSignature(call, allowlist)]);
      const also = calls.slice(index + 1).filter((each) => {
        if (each.name !== call.name || seen.has(toCallSignature(each, allowlist))) return false;
        seen.add(toCallSignature(each, allowlist));
        return checkArguments(tool, each).ok;
      });
      return also.slice(0, MAX_ALSO);
    },
    /** Takes over a decision that the user extended to `also`. */
    keep(also: readonly ToolCall[], decision: ApprovalDecision): void {
      if (decision.type === "allow-always" || decision.all !== true) return;
      if (decision.type === "allow-once" && decision.arguments !== undefined) return;
      for (const call of also) decided.set(call, decision);
    },
  };
}
