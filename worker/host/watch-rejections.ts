import type { Failure } from "../protocol/failure.ts";
import { toFailure } from "./to-result.ts";

/**
 * Reports promises of this thread that failed with nobody listening. An error outside promises needs no watch: the
 * browser tells the page, which replaces the worker and says so.
 */
export function watchRejections(
  scope: Pick<EventTarget, "addEventListener">,
  report: (failure: Failure) => void,
): void {
  scope.addEventListener("unhandledrejection", (event) => {
    const { reason } = event as PromiseRejectionEvent;
    // Whoever cancels knows of it.
    if (reason instanceof Error && reason.name === "AbortError") return;
    report(toFailure(reason));
  });
}
