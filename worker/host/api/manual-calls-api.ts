import { executeCall, previewCall } from "../../agent/calls/execute-call.ts";
import type { Clock } from "../../agent/ports/run-deps.ts";
import type { AgentEvent } from "../../protocol/api/agent-event.ts";
import type { ManualCallsApi } from "../../protocol/api/manual-calls-api.ts";
import type { RunContext } from "../runs/run-starter.ts";
import { toManualScope } from "./to-manual-scope.ts";

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
