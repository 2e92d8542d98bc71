import type { Result } from "../failure.ts";
import type { CallId, RunId } from "../ids.ts";
import type { ApprovalDecision } from "../run-event.ts";
import type { Grant } from "../settings.ts";

/** The user's decisions about tool calls, for one call or for good. */
export interface ApprovalsApi {
  decideApproval(runId: RunId, callId: CallId, decision: ApprovalDecision): Promise<void>;
  /** Takes lasting permissions back, all of them for null; holds from the next call on, also of a run under way. */
  revokeGrants(grants: readonly Pick<Grant, "tool" | "skill">[] | null): Promise<Result<null>>;
}
