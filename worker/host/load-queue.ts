import { failed, type Result } from "../protocol/failure.ts";

/** One load at a time: a new one aborts the load under way and begins when that has ended. */
export function createLoadQueue() {
  let newest: { readonly controller: AbortController; readonly done: Promise<unknown> } | null = null;
  const untilIdle = async (): Promise<void> => {
    while (newest !== null) await newest.done;
  };
  return {
    /** Resolves once no load is under way, loads that began meanwhile included. */
    untilIdle,
    isLoading: () => newest !== null,
    /** Resolves as the load does, or with `cancelled` if it was aborted before it could begin. */
    start: <Value>(load: (signal: AbortSignal) => Promise<Result<Value>>): Promise<Result<Value>> => {
      const before = newest;
      before?.controller.abort();
      const controller = new AbortController();
      const run = async (): Promise<Result<Value>> => {
        await before?.done;
        return controller.signal.aborted ? failed("cancelled") : load(controller.signal);
      };
      const done = run().finally(() => {
        if (newest?.controller === controller) newest = null;
      });
      newest = { controller, done };
      return done;
    },
    cancel: (): Promise<void> => {
      newest?.controller.abort();
      return untilIdle();
    },
  };
}
