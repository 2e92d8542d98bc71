import { executeCall, previewCall } from "../../agent/calls/execute-call.ts";
import type { Clock } from "../../agent/ports/run-deps.ts";
import type { AgentApi, AgentEvent } from "../../protocol/agent-api.ts";
import type { RunGround } from "../runs/run-starter.ts";
import { toHandScope } from "./to-manual-scope.ts";

/** The part of the agent's interface that is about calls which the person makes. */
export type HandDesk = Pick<AgentApi, "previewCall" | "runTool">;

/** What the desk works with. */
export interface HandDeskDeps {
  readGround(): Promise<RunGround>;
  readonly clock: Clock;
  newId(): string;
  tell(event: AgentEvent): void;
}

/** Runs tools by hand, or says what they would change. */
export function createHandDesk({ readGround, clock, newId, tell }: HandDeskDeps): HandDesk {
  return {
    previewCall: async (name, input) => {
      const { agent, timeZone } = await readGround();
      return previewCall({ id: newId(), name, arguments: input }, toHandScope({ agent, clock, timeZone }));
    },
    runTool: async (name, input) => {
      const { agent, timeZone } = await readGround();
      const scope = toHandScope({ agent, clock, timeZone });
      const { outcome, edits } = await executeCall({ id: newId(), name, arguments: input }, scope);
      if (scope.allowlist.get(name)?.spec.effect !== "reads") tell({ type: "memories-changed" });
      return { outcome, ...(edits === undefined ? {} : { edits }) };
    },
  };
}
