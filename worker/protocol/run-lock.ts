import type { RunId } from "./ids.ts";

/** Prefix of the names of the Web Locks of runs. */
export const RUN_LOCK = "alcove-run-";

/** The name of the Web Lock that is held while a run is in progress, in whichever tab. */
export function toRunLock(runId: RunId): string {
  return `${RUN_LOCK}${runId}`;
}
