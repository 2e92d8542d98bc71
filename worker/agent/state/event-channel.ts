/** A queue between callbacks that push and a generator that yields. */
export interface EventChannel<Event> {
  push(event: Event): void;
  /** Yields what is pushed, in order, until `work` settles and the queue is empty; then returns the work's value. */
  drain<Value>(work: Promise<Value>): AsyncGenerator<Event, Value, void>;
}

export function createEventChannel<Event>(): EventChannel<Event> {
  const queue: Event[] = [];
  let wake: () => void = () => undefined;
  return {
    push: (event) => {
      queue.push(event);
      wake();
    },
    drain: async function* (work) {
      let settled = false;
      const watched = work.finally(() => {
        settled = true;
        wake();
      });
      // The last line rethrows the rejection; this only keeps it from counting as unhandled.
      watched.catch(() => undefined);
      for (;;) {
        for (let event = queue.shift(); event !== undefined; event = queue.shift()) yield event;
        if (settled) break;
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (settled || queue.length > 0) resolve();
        });
      }
      return await watched;
    },
  };
}
