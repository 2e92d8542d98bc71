/**
 * Cuts a streamed text at the first of some stop strings, and holds back what may be a stop string's beginning, so
 * that what was let through is never taken back.
 */
export class StopFilter {
  readonly #stops: readonly string[];
  #held = "";
  #stopped = false;

  constructor(stops: readonly string[]) {
    this.#stops = stops.filter((stop) => stop !== "");
  }

  /** True once a stop string was met; nothing passes from then on. */
  get stopped(): boolean {
    return this.#stopped;
  }

  /** Takes a piece of the stream and gives the text that is certainly not part of a stop string. */
  push(chunk: string): string {
    if (this.#stopped) return "";
    const text = this.#held + chunk;
    const found = this.#stops.map((stop) => text.indexOf(stop)).filter((index) => index !== -1);
    if (found.length > 0) {
      this.#stopped = true;
      this.#held = "";
      return text.slice(0, Math.min(...found));
    }
    const kept = Math.max(0, ...this.#stops.map((stop) => countOverlap(text, stop)));
    this.#held = text.slice(text.length - kept);
    return text.slice(0, text.length - kept);
  }

  /** The stream is over: what was held back was no stop string after all. */
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
