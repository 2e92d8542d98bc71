import { type CallScope, executeCall, previewCall } from "../../agent/calls/execute-call.ts";
import type { ManualCallsApi } from "../../protocol/api/manual-calls-api.ts";
import type { ConversationId } from "../../protocol/ids.ts";
import { allTools } from "../agent-facts.ts";
import type { RunContext } from "../runs/run-context.ts";

export function createManualCallsApi(deps: { readRunContext(): Promise<RunContext> }): ManualCallsApi {
  return {
    previewCall: async (name, input) => {
      const context = await deps.readRunContext();
      return previewCall({ id: context.newId(), name, arguments: input }, toManualScope(context));
    },
    runTool: async (name, input, conversationId) => {
      const context = await deps.readRunContext();
      const scope = toManualScope(context, conversationId);
      const { outcome, edits } = await executeCall({ id: context.newId(), name, arguments: input }, scope);
      if (scope.allowlist.get(name)?.spec.effect !== "reads") context.emit({ type: "memories-changed" });
      return { outcome, ...(edits === undefined ? {} : { edits }) };
    },
  };
}

/** The scope of a call that the user makes: every tool is allowed, and no approval is needed. */
function toManualScope(
  { agent, settings, clock, timeZone }: RunContext,
  conversationId: ConversationId = "by-hand",
): CallScope {
  return {
    agent,
    skillName: "by hand",
    allowlist: new Map(allTools(agent).map((tool) => [tool.spec.name, tool])),
    runId: "by-hand",
    conversationId,
    messageId: "by-hand",
    tainted: false,
    toolTimeoutMs: settings.current.budget?.toolTimeoutMs ?? agent.budget.toolTimeoutMs,
    clock,
    timeZone,
    signal: new AbortController().signal,
    isGranted: () => true,
    askApproval: async () => ({ type: "allow-once" }),
  };
}
