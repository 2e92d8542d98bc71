import type { Result } from "../failure.ts";
import type { CallId, RunId } from "../ids.ts";
import type { ApprovalDecision } from "../run-event.ts";
import type { Grant } from "../settings.ts";

/** The user's decisions about tool calls, for one call or for good. */
export interface ApprovalsApi {
  decideApproval(runId: RunId, callId: CallId, decision: ApprovalDecision): Promise<void>;
  /** Revokes lasting permissions, or all of them for null, from the next call on, in a running run too. */
  revokeGrants(grants: readonly Pick<Grant, "tool" | "skill">[] | null): Promise<Result<null>>;
}
