import type { Result } from "../protocol/failure.ts";

/** One load at a time: a new one aborts the load under way and begins when that has ended. */
export class LoadQueue {
  #newest: { readonly controller: AbortController; readonly done: Promise<unknown> } | null = null;

  get isLoading(): boolean {
    return this.#newest !== null;
  }

  /** Resolves as the load does, or with `cancelled` if it was aborted before it could begin. */
  start<Value>(load: (signal: AbortSignal) => Promise<Result<Value>>): Promise<Result<Value>> {
    const before = this.#newest;
    before?.controller.abort();
    const controller = new AbortController();
    const run = async (): Promise<Result<Value>> => {
      await before?.done;
      if (controller.signal.aborted) return { ok: false, failure: { code: "cancelled" } };
      return load(controller.signal);
    };
    const done = run().finally(() => {
      if (this.#newest?.controller === controller) this.#newest = null;
    });
    this.#newest = { controller, done };
    return done;
  }

  /** Resolves once no load is under way, loads that began meanwhile included. */
  async untilIdle(): Promise<void> {
    while (this.#newest !== null) await this.#newest.done;
  }

  async cancel(): Promise<void> {
    this.#newest?.controller.abort();
    await this.untilIdle();
  }
}
