import type { ApprovalDecision, ApprovalRequest } from "../../protocol/run-event.ts";
import type { ModelClient } from "./model-client.ts";

/** The clock and timers of a run. Injected, so that tests own time. */
export interface Clock {
  /** Milliseconds on a clock that never goes back. */
  now(): number;
  /** Milliseconds since the epoch, for display and for tools that tell the time. */
  wallNow(): number;
  /** Resolves after `ms` milliseconds, or at once when the signal fires. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** Everything a run needs from outside. The loop itself has no clock, no randomness and no I/O. */
export interface RunDeps {
  readonly model: ModelClient;
  readonly clock: Clock;
  /** IANA name of the user's time zone. */
  readonly timeZone: string;
  /** A new id, unique for good. */
  newId(): string;
  /** Asks the user. A run that is stopped while it waits counts the answer as a denial. */
  askApproval(request: ApprovalRequest): Promise<ApprovalDecision>;
  /** True when the user allowed this tool in this skill for good. */
  isGranted(toolName: string, skillName: string): boolean;
}
