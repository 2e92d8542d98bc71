/** A list that grows. Every reader gets all of it from the beginning, whenever it comes. */
export class EventList<Event> implements AsyncIterable<Event> {
  readonly #events: Event[] = [];
  #isEnded = false;
  #waiting: (() => void)[] = [];

  push(event: Event): void {
    this.#events.push(event);
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, void> {
    for (let next = 0; ; next += 1) {
      while (next >= this.#events.length && !this.#isEnded) {
        await new Promise<void>((resolve) => {
          this.#waiting.push(resolve);
        });
      }
      const event = this.#events[next];
      if (event === undefined) return;
      yield event;
    }
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
