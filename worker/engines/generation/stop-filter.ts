/**
 * Cuts a streamed text at the first stop string. Text that may begin a stop string is held back, so that nothing that
 * was passed on has to be retracted.
 */
export class StopFilter {
  readonly #stops: readonly string[];
  #held = "";
  #stop: string | undefined;

  constructor(stops: readonly string[]) {
    this.#stops = stops.filter((stop) => stop !== "");
  }

  /** True once a stop string was found; nothing is passed on from then on. */
  get stopped(): boolean {
    return this.#stop !== undefined;
  }

  /** The stop string that was found. */
  get stop(): string | undefined {
    return this.#stop;
  }

  /** Takes a piece of the stream and returns the text that is certainly not part of a stop string. */
  push(chunk: string): string {
    if (this.stopped) return "";
    const text = this.#held + chunk;
    const [first] = this.#stops
      .map((stop) => ({ stop, index: text.indexOf(stop) }))
      .filter(({ index }) => index !== -1)
      .sort((left, right) => left.index - right.index);
    if (first !== undefined) {
      this.#stop = first.stop;
      this.#held = "";
      return text.slice(0, first.index);
    }
    const passed = text.length - Math.max(0, ...this.#stops.map((stop) => countOverlap(text, stop)));
    this.#held = text.slice(passed);
    return text.slice(0, passed);
  }

  /** Ends the stream and returns the text that was held back. */
  end(): string {
    const text = this.#held;
    this.#held = "";
    return text;
  }
}

/** The length of the longest end of `text` that begins `stop`. */
function countOverlap(text: string, stop: string): number {
  for (let length = Math.min(text.length, stop.length - 1); length > 0; length -= 1) {
    if (stop.startsWith(text.slice(text.length - length))) return length;
  }
  return 0;
}
