/** A reading in progress: it yields when it needs more text and is resumed after the next push. */
export type Reading<Value> = Generator<void, Value, void>;

const SPACES = /\s*/y;

/** Units that can be rewound for each unit read so far, and the number of units read up to which this budget grows. */
const REWOUND_PER_UNIT = 8;
const MAX_UNITS_FOR_REWINDING = 32_768;

/**
 * The text of one output as it arrives. Readings consume it through the methods below; results do not depend on chunk
 * boundaries. Consumed text can be held and, within a budget proportional to the text read so far, rewound: that keeps
 * every reading linear in its input.
 */
export class TextSource {
  /** The unread text received so far starts at `index`; what stands before it has been consumed. */
  text = "";
  index = 0;
  /** True once no more text will come. */
  ended = false;

  private base = 0;
  private holding = false;
  private holdStart = 0;
  private kept = "";
  private keepFrom = 0;
  private rewound = 0;

  /** Offset of the next unread unit in the whole output, in UTF-16 units. */
  get position(): number {
    return this.base + this.index;
  }

  /** Adds text. Only a short unread rest may be left at this point: it is copied. */
  push(chunk: string): void {
    if (this.holding) this.kept += this.text.slice(this.keepFrom, this.index);
    this.base += this.index;
    this.text = this.index < this.text.length ? this.text.slice(this.index) + chunk : chunk;
    this.index = 0;
    this.keepFrom = 0;
  }

  /** Keeps the text consumed from here on, until `release`, and nothing that was kept before. */
  hold(): void {
    this.holding = true;
    this.holdStart = this.position;
    this.kept = "";
    this.keepFrom = this.index;
  }

  /** The text consumed since `hold`. */
  held(): string {
    return this.kept + this.text.slice(this.keepFrom, this.index);
  }

  /** Stops holding and returns the text held. */
  release(): string {
    const held = this.holding ? this.held() : "";
    this.holding = false;
    this.kept = "";
    return held;
  }

  /**
   * Makes `position` (at or after the start of the hold) the next unread one again. False when that would make the
   * total work more than linear, or more than one call of the greatest length in all; nothing has changed then.
   */
  rewind(position: number): boolean {
    const distance = this.position - position;
    const allowed = 4096 + REWOUND_PER_UNIT * Math.min(this.position, MAX_UNITS_FOR_REWINDING);
    if (this.rewound + distance > allowed) return false;
    this.rewound += distance;
    if (position >= this.base + this.keepFrom) {
      this.index = position - this.base;
      return true;
    }
    const held = this.held();
    const keep = position - this.holdStart;
    this.text = held.slice(keep) + this.text.slice(this.index);
    this.kept = held.slice(0, keep);
    this.base = position;
    this.index = 0;
    this.keepFrom = 0;
    return true;
  }

  /** The next unit without consuming it; empty at the end. */
  *peek(): Reading<string> {
    while (this.index >= this.text.length) {
      if (this.ended) return "";
      yield;
    }
    return this.text.charAt(this.index);
  }

  /** True when `literal` comes next; nothing is consumed. */
  *follows(literal: string): Reading<boolean> {
    for (;;) {
      const available = this.text.length - this.index;
      if (available >= literal.length) return this.text.startsWith(literal, this.index);
      if (this.ended || !literal.startsWith(this.text.slice(this.index))) return false;
      yield;
    }
  }

  /** Consumes `literal` when it comes next. */
  *accept(literal: string): Reading<boolean> {
    const found = yield* this.follows(literal);
    if (found) this.index += literal.length;
    return found;
  }

  /** Consumes white space. */
  *skipSpace(): Reading<void> {
    for (;;) {
      const code = this.text.charCodeAt(this.index);
      if (code > 0x20 && code < 0x80) return;
      SPACES.lastIndex = this.index;
      SPACES.test(this.text);
      this.index = SPACES.lastIndex;
      if (this.index < this.text.length || this.ended) return;
      yield;
    }
  }

  /** Consumes and returns everything up to the first unit for which `isStop` is true, at most `limit` units. */
  *takeUntil(isStop: (unit: string) => boolean, limit: number): Reading<string> {
    let taken = "";
    for (;;) {
      const from = this.index;
      while (this.index < this.text.length && taken.length + this.index - from < limit) {
        if (isStop(this.text.charAt(this.index))) return taken + this.text.slice(from, this.index);
        this.index += 1;
      }
      taken += this.text.slice(from, this.index);
      if (taken.length >= limit || (this.index >= this.text.length && this.ended)) return taken;
      if (this.index < this.text.length) continue;
      yield;
    }
  }

  /** Consumes and returns everything up to the first unit that `stop` matches; `stop` is global and matches one unit. */
  *takeUntilUnit(stop: RegExp): Reading<string> {
    let taken = "";
    for (;;) {
      stop.lastIndex = this.index;
      const at = stop.test(this.text) ? stop.lastIndex - 1 : this.text.length;
      taken += this.text.slice(this.index, at);
      this.index = at;
      if (at < this.text.length || this.ended) return taken;
      yield;
    }
  }

  /**
   * Consumes up to the first of `literals` and returns the text before it; the literal itself is left. Without one,
   * consumes and returns the whole rest.
   */
  *takeUntilLiteral(literals: readonly string[]): Reading<string> {
    const firsts = toUnitPattern(literals.map((literal) => literal.charAt(0)));
    const longest = Math.max(1, ...literals.map((literal) => literal.length));
    let taken = "";
    let from = this.index;
    for (;;) {
      firsts.lastIndex = this.index;
      this.index = firsts.test(this.text) ? firsts.lastIndex - 1 : this.text.length;
      if (this.text.length - this.index >= longest) {
        if (this.startsWithOne(literals)) return taken + this.text.slice(from, this.index);
        this.index += 1;
        continue;
      }
      taken += this.text.slice(from, this.index);
      if (this.index >= this.text.length) {
        if (this.ended) return taken;
        yield;
      } else {
        if ((yield* this.nextLiteral(literals)) !== null) return taken;
        taken += this.text.charAt(this.index);
        this.index += 1;
      }
      from = this.index;
    }
  }

  private startsWithOne(literals: readonly string[]): boolean {
    for (const literal of literals) if (this.text.startsWith(literal, this.index)) return true;
    return false;
  }

  /** The longest of `literals` that comes next, or null; nothing is consumed. */
  *nextLiteral(literals: readonly string[]): Reading<string | null> {
    for (;;) {
      const available = this.text.length - this.index;
      let found: string | null = null;
      let waiting = 0;
      for (const literal of literals) {
        if (available >= literal.length) {
          if (literal.length > (found?.length ?? 0) && this.text.startsWith(literal, this.index)) found = literal;
        } else if (!this.ended && literal.length > waiting && literal.startsWith(this.text.slice(this.index))) {
          waiting = literal.length;
        }
      }
      if (waiting <= (found?.length ?? 0)) return found;
      yield;
    }
  }

  /** Consumes the longest of `literals` that comes next and returns it, or null. */
  *acceptOne(literals: readonly string[]): Reading<string | null> {
    const found = yield* this.nextLiteral(literals);
    if (found !== null) this.index += found.length;
    return found;
  }
}

/** A global pattern for any one of `units`. */
export function toUnitPattern(units: Iterable<string>): RegExp {
  return new RegExp(toUnitClass(units), "g");
}

/** The source of a pattern for any one of `units`. */
export function toUnitClass(units: Iterable<string>): string {
  const members = [...new Set(units)].map((unit) => (/[\]\\^-]/.test(unit) ? `\\${unit}` : unit));
  return `[${members.join("")}]`;
}
