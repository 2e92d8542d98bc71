import { type ReactNode, useCallback, useState } from "react";
import type { Failure, Result } from "../../../worker/protocol/failure.ts";
import { useText } from "../../messages/use-text.ts";
import { toResult } from "../../state/app-state.ts";
import { FailureCard } from "../../ui/failure-card.tsx";

/** Waits for a call, and shows its fault, or none; undefined where it failed. */
export type Report = <Value>(call: Promise<Result<Value>> | Result<Value>) => Promise<Value | undefined>;

export interface Faults {
  /** The card of the last reported call's fault. */
  readonly fault: ReactNode;
  /** The same in a sentence; empty where there is none. */
  readonly problem: string;
  readonly report: Report;
  readonly clear: () => void;
}

/** Faults of calls, shown in one place. */
export function useFaults(canDismiss = false): Faults {
  const t = useText();
  const [failure, setFailure] = useState<Failure | null>(null);
  const clear = useCallback(() => setFailure(null), []);
  const report = useCallback<Report>(async (call) => {
    const result = await toResult(Promise.resolve(call));
    setFailure(result.ok ? null : result.failure);
    return result.ok ? result.value : undefined;
  }, []);
  const fault = failure && <FailureCard failure={failure} onDismiss={canDismiss ? clear : undefined} />;
  const problem = failure === null ? "" : (failure.detail ?? t.failure(failure).what);
  return { fault, problem, report, clear };
}
