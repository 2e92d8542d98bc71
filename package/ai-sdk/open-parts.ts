/** A piece of a run of text or of thoughts, as both of the SDK's streams have it. */
export type SpokenPart =
  | { readonly type: "reasoning-end" | "reasoning-start" | "text-end" | "text-start"; readonly id: string }
  | { readonly type: "reasoning-delta" | "text-delta"; readonly id: string; readonly delta: string };

/** The run of text or of thoughts that is being written: each has an id of its own, a beginning and an end. */
export class OpenParts {
  #open: { readonly type: "reasoning" | "text"; readonly id: string } | null = null;
  #count = 0;

  *write(type: "reasoning" | "text", delta: string): Generator<SpokenPart, void, void> {
    if (this.#open?.type !== type) {
      yield* this.close();
      this.#count += 1;
      this.#open = { type, id: `${type}-${this.#count}` };
      yield { type: `${type}-start`, id: this.#open.id };
    }
    yield { type: `${type}-delta`, id: this.#open.id, delta };
  }

  *close(): Generator<SpokenPart, void, void> {
    if (this.#open !== null) yield { type: `${this.#open.type}-end`, id: this.#open.id };
    this.#open = null;
  }
}
