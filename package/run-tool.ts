import { executeCall } from "../worker/agent/calls/execute-call.ts";
import type { Tool } from "../worker/agent/define/tool.ts";
import type { Clock } from "../worker/agent/ports/run-deps.ts";
import { platformClock } from "../worker/platform/clock.ts";
import type { JsonObject } from "../worker/protocol/json.ts";
import type { ToolOutcome } from "../worker/protocol/tool.ts";

/**
 * Makes one call of a tool as a run would: arguments coerced and checked, time limit, result within its size; the outcome
 * tells how it ended. No model, and nobody is asked.
 */
export async function simulateCall(
  tool: Tool,
  args: JsonObject = {},
  { clock = platformClock, tainted = false }: { readonly clock?: Clock; readonly tainted?: boolean } = {},
): Promise<ToolOutcome> {
  const { outcome } = await executeCall(
    { id: "call-1", name: tool.spec.name, arguments: args },
    {
      agent: { hooks: {} },
      skillName: "test",
      allowlist: new Map([[tool.spec.name, tool]]),
      runId: "run-1",
      conversationId: "conversation-1",
      messageId: "message-1",
      tainted,
      toolTimeoutMs: 120_000,
      clock,
      timeZone: "UTC",
      signal: new AbortController().signal,
      isGranted: () => true,
      askApproval: async () => ({ type: "allow-once" }),
    },
  );
  return outcome;
}
