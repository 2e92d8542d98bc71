/** A queue between callbacks that push and a generator that yields. */
export type EventChannel<Event> = ReturnType<typeof createEventChannel<Event>>;

export function createEventChannel<Event>() {
  const queue: Event[] = [];
  let wake: () => void = () => undefined;
  return {
    push: (event: Event): void => {
      queue.push(event);
      wake();
    },
    /** Yields what is pushed, in order, until `work` settles and the queue is empty; then returns the work's value. */
    drain: async function* <Value>(work: Promise<Value>): AsyncGenerator<Event, Value, void> {
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
