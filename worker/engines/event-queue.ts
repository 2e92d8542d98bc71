/** Turns callbacks into something to wait for: one side pushes, the other takes, in order. Nothing is dropped. */
export interface EventQueue<Item> {
  push(item: Item): void;
  /** The next item; waits when there is none. One taker at a time. */
  next(): Promise<Item>;
}

export function createEventQueue<Item>(): EventQueue<Item> {
  const items: Item[] = [];
  let wake: (() => void) | null = null;
  return {
    push: (item) => {
      items.push(item);
      wake?.();
      wake = null;
    },
    next: async () => {
      for (;;) {
        const [item] = items.splice(0, 1);
        if (item !== undefined) return item;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
