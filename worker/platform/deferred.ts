/** A promise with the function that resolves it. */
export interface Deferred<Value> {
  readonly promise: Promise<Value>;
  resolve(value: Value | PromiseLike<Value>): void;
}

export function createDeferred<Value = void>(): Deferred<Value> {
  let resolve: (value: Value | PromiseLike<Value>) => void = () => undefined;
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** Values in the order in which they came, for one reader. */
export class Inbox<Value> {
  readonly #waiting: Value[] = [];
  #arrival = createDeferred();

  push(value: Value): void {
    this.#waiting.push(value);
    this.#arrival.resolve();
  }

  async next(): Promise<Value> {
    for (;;) {
      const [value] = this.#waiting.splice(0, 1);
      if (value !== undefined) return value;
      this.#arrival = createDeferred();
      await this.#arrival.promise;
    }
  }
}
