import { executeCall, previewCall } from "../../agent/calls/execute-call.ts";
import type { Clock } from "../../agent/ports/run-deps.ts";
import type { AgentApi, AgentEvent } from "../../protocol/agent-api.ts";
import type { RunContext } from "../runs/run-starter.ts";
import { toManualScope } from "./to-manual-scope.ts";

/** The part of the agent's interface that is about calls which the user makes. */
export type ManualCallsApi = Pick<AgentApi, "previewCall" | "runTool">;

/** What the desk works with. */
export interface ManualCallsApiDeps {
  readRunContext(): Promise<RunContext>;
  readonly clock: Clock;
  newId(): string;
  emit(event: AgentEvent): void;
}

/** Runs tools by hand, or says what they would change. */
export function createManualCallsApi({ readRunContext, clock, newId, emit }: ManualCallsApiDeps): ManualCallsApi {
  return {
    previewCall: async (name, input) => {
      const { agent, timeZone } = await readRunContext();
      return previewCall({ id: newId(), name, arguments: input }, toManualScope({ agent, clock, timeZone }));
    },
    runTool: async (name, input) => {
      const { agent, timeZone } = await readRunContext();
      const scope = toManualScope({ agent, clock, timeZone });
      const { outcome, edits } = await executeCall({ id: newId(), name, arguments: input }, scope);
      if (scope.allowlist.get(name)?.spec.effect !== "reads") emit({ type: "memories-changed" });
      return { outcome, ...(edits === undefined ? {} : { edits }) };
    },
  };
}
