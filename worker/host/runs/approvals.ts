import type { RunDeps } from "../../agent/ports/run-deps.ts";
import type { CallId } from "../../protocol/ids.ts";
import type { ApprovalDecision } from "../../protocol/run-event.ts";
import { allTools } from "../agent-facts.ts";
import { toFailure } from "../to-result.ts";
import type { RunContext } from "./run-context.ts";
import { toToolPin } from "./to-tool-pin.ts";

/** The user's decisions about one run's calls. */
export interface Approvals extends Pick<RunDeps, "askApproval" | "isGranted"> {
  /** Answers the question about a call; ignored if none is open. */
  decide(callId: CallId, decision: ApprovalDecision): void;
}

/** Every open question is denied when `signal` fires. */
export function createApprovals(context: RunContext, signal: AbortSignal): Approvals {
  const { agent, settings, clock, emit } = context;
  const pins = new Map(allTools(agent).map(({ spec }) => [spec.name, toToolPin(spec)]));
  const open = new Map<CallId, (decision: ApprovalDecision) => void>();
  signal.addEventListener("abort", () => {
    for (const answer of open.values()) answer({ type: "deny", reason: "stopped" });
    open.clear();
  });
  return {
    decide: (callId, decision) => {
      open.get(callId)?.(decision);
      open.delete(callId);
    },
    // Reads the grants at every call: one that is revoked ends with the next call.
    isGranted: (tool, skill) =>
      settings.current.grants.some(
        (grant) => grant.tool === tool && grant.skill === skill && grant.pin === pins.get(tool),
      ),
    askApproval: async ({ call, skill, rememberable }) => {
      const decision = await new Promise<ApprovalDecision>((resolve) => {
        if (signal.aborted) resolve({ type: "deny", reason: "stopped" });
        else open.set(call.id, resolve);
      });
      const pin = pins.get(call.name);
      if (decision.type === "allow-always" && rememberable && pin !== undefined) {
        const grant = { tool: call.name, skill, pin, givenAt: clock.wallNow() };
        const others = settings.current.grants.filter((each) => each.tool !== call.name || each.skill !== skill);
        // If it cannot be stored, it is not granted: the next call asks again.
        await settings
          .update({ grants: [...others, grant] })
          .catch((error) => emit({ type: "failure", failure: toFailure(error) }));
      }
      return decision;
    },
  };
}
