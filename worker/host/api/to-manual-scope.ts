import type { CallScope } from "../../agent/calls/execute-call.ts";
import type { Agent } from "../../agent/define/agent.ts";
import type { Clock } from "../../agent/ports/run-deps.ts";
import { allTools } from "../agent-facts.ts";

/** Where a call runs that the user makes by hand: every tool is at hand, and nobody has to be asked. */
export function toManualScope(place: {
  readonly agent: Agent;
  readonly clock: Clock;
  readonly timeZone: string;
}): CallScope {
  const { agent, clock, timeZone } = place;
  return {
    agent,
    skillName: "by hand",
    allowlist: new Map(allTools(agent).map((tool) => [tool.spec.name, tool])),
    runId: "by-hand",
    conversationId: "by-hand",
    messageId: "by-hand",
    tainted: false,
    toolTimeoutMs: agent.budget.toolTimeoutMs,
    clock,
    timeZone,
    signal: new AbortController().signal,
    isGranted: () => true,
    askApproval: async () => ({ type: "allow-once" }),
  };
}
