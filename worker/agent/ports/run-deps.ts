import type { ApprovalDecision, ApprovalRequest } from "../../protocol/run-event.ts";
import type { ModelClient } from "./model-client.ts";
import type { Responder } from "./responder.ts";

/** The clock and timers of a run. Injected, so that tests own time. */
export interface Clock {
  /** Milliseconds on a monotonic clock. */
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
  /** A new, globally unique id. */
  newId(): string;
  /** Asks the user. If the run is stopped meanwhile, the call counts as denied. */
  askApproval(request: ApprovalRequest): Promise<ApprovalDecision>;
  /** Asked in order before the model; absent for none. */
  readonly responders?: readonly Responder[];
  /** True when the user allowed this tool in this skill for good. */
  isGranted(toolName: string, skillName: string): boolean;
}
