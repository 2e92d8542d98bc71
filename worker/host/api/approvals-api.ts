import type { ApprovalsApi } from "../../protocol/api/approvals-api.ts";
import type { CurrentSettings } from "../current-settings.ts";
import type { RunRegistry } from "../runs/run-registry.ts";
import { attempt } from "../to-result.ts";

export function createApprovalsApi(deps: {
  readonly runs: Pick<RunRegistry, "decide">;
  readonly settings: CurrentSettings;
}): ApprovalsApi {
  const { runs, settings } = deps;
  return {
    decideApproval: async (runId, callId, decision) => runs.decide(runId, callId, decision),
    revokeGrants: (revoked) =>
      attempt(async () => {
        const { grants } = settings.current;
        const isRevoked = (grant: (typeof grants)[number]): boolean =>
          revoked === null || revoked.some(({ tool, skill }) => tool === grant.tool && skill === grant.skill);
        await settings.update({ grants: grants.filter((grant) => !isRevoked(grant)) });
        return null;
      }),
  };
}
