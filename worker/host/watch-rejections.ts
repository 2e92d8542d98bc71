import type { Failure } from "../protocol/failure.ts";
import { toFailure } from "./to-result.ts";

/**
 * Reports unhandled rejections of this thread. Errors outside promises need no listener here: the browser reports them to
 * the page, which replaces the worker.
 */
export function watchRejections(
  scope: Pick<EventTarget, "addEventListener">,
  report: (failure: Failure) => void,
): void {
  scope.addEventListener("unhandledrejection", (event) => {
    const { reason } = event as PromiseRejectionEvent;
    // The code that cancelled knows already.
    if (reason instanceof Error && reason.name === "AbortError") return;
    report(toFailure(reason));
  });
}
