import type { ApprovalsApi } from "../../protocol/api/approvals-api.ts";
import type { CurrentSettings } from "../current-settings.ts";
import type { RunRegistry } from "../runs/run-registry.ts";
import { settle } from "../settle.ts";

export interface ApprovalsApiDeps {
  readonly runs: Pick<RunRegistry, "decide">;
  readonly settings: CurrentSettings;
}

export function createApprovalsApi({ runs, settings }: ApprovalsApiDeps): ApprovalsApi {
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
