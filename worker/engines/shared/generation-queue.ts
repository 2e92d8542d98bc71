import { createDeferred } from "../../platform/deferred.ts";

/** The order in which the generations of all tabs get to the engine: first come, first served. */
export class GenerationQueue {
  readonly #places: { readonly begin: () => void }[] = [];

  /**
   * Takes a place: `isFirst` if nobody is before it; `ready` resolves with true when its turn has come, and with false if the
   * signal fired first; `leave` leaves the queue, or ends the turn.
   */
  enter(signal: AbortSignal) {
    const { promise: ready, resolve: settle } = createDeferred<boolean>();
    const place = { begin: () => settle(true) };
    const leave = (): void => {
      signal.removeEventListener("abort", abort);
      const at = this.#places.indexOf(place);
      if (at === -1) return;
      this.#places.splice(at, 1);
      if (at === 0) this.#places[0]?.begin();
    };
    const abort = (): void => {
      // One whose turn has come ends by itself: the engine is still busy with it.
      if (this.#places[0] === place) return;
      settle(false);
      leave();
    };
    this.#places.push(place);
    const isFirst = this.#places[0] === place;
    if (isFirst) place.begin();
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    return { isFirst, ready, leave };
  }
}
