import type { Result } from "../protocol/failure.ts";

/** One load at a time: a new one aborts the load under way and begins when that has ended. */
export interface LoadQueue {
  isLoading(): boolean;
  /** Resolves as the load does, or with `cancelled` if it was aborted before it could begin. */
  start<Value>(load: (signal: AbortSignal) => Promise<Result<Value>>): Promise<Result<Value>>;
  /** Resolves once no load is under way, loads that began meanwhile included. */
  untilIdle(): Promise<void>;
  cancel(): Promise<void>;
}

export function createLoadQueue(): LoadQueue {
  let newest: { readonly controller: AbortController; readonly done: Promise<unknown> } | null = null;
  const untilIdle = async (): Promise<void> => {
    while (newest !== null) await newest.done;
  };
  return {
    untilIdle,
    isLoading: () => newest !== null,
    start: (load) => {
      const before = newest;
      before?.controller.abort();
      const controller = new AbortController();
      const run: () => ReturnType<typeof load> = async () => {
        await before?.done;
        if (controller.signal.aborted) return { ok: false, failure: { code: "cancelled" } };
        return load(controller.signal);
      };
      const done = run().finally(() => {
        if (newest?.controller === controller) newest = null;
      });
      newest = { controller, done };
      return done;
    },
    cancel: () => {
      newest?.controller.abort();
      return untilIdle();
    },
  };
}
