import type { AgentApi } from "../../protocol/agent-api.ts";
import type { SettingsKeeper } from "../current-settings.ts";
import type { RunRegistry } from "../runs/run-registry.ts";
import { settle } from "../settle.ts";

/** The part of the agent's interface that is about what the person allows. */
export type ApprovalDesk = Pick<AgentApi, "decideApproval" | "revokeGrants">;

/** What the desk works with. */
export interface ApprovalDeskDeps {
  readonly runs: Pick<RunRegistry, "decide">;
  readonly settings: SettingsKeeper;
}

export function createApprovalDesk({ runs, settings }: ApprovalDeskDeps): ApprovalDesk {
  return {
    decideApproval: async (runId, callId, decision) => runs.decide(runId, callId, decision),
    revokeGrants: (revoked) =>
      settle(async () => {
        const { grants } = settings.current;
        const isRevoked = (grant: (typeof grants)[number]): boolean =>
          revoked === null || revoked.some(({ tool, skill }) => tool === grant.tool && skill === grant.skill);
        await settings.update({ grants: grants.filter((grant) => !isRevoked(grant)) });
        return { ok: true, value: null };
      }),
  };
}
