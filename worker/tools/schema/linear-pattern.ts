/** The steps that a check may still take; one budget may serve several patterns and texts. */
export interface StepBudget {
  left: number;
}

/** A compiled pattern: returns whether some part of a text matches. Throws `StepsUsedUp` when its budget is used up. */
export type PatternTest = (text: string, budget?: StepBudget) => boolean;

/** A check took more steps than it may. */
export class StepsUsedUp extends Error {
  constructor() {
    super("takes too many steps to be checked against its patterns");
  }
}

const MAX_STATES = 2_000;
/** Maximum visits of a state in one check: about a second. */
const MAX_STEPS = 10_000_000;

export function createStepBudget(): StepBudget {
  return { left: MAX_STEPS };
}

type State =
  | { readonly type: "character"; readonly matches: (character: string) => boolean; next: number }
  | { readonly type: "fork"; next: number; other: number }
  | { readonly type: "assert"; readonly holds: (before: string, after: string) => boolean; next: number }
  | { readonly type: "end" };

/**
 * Compiles a regular expression that came from outside so that testing a text takes time proportional to its length,
 * whatever the pattern: all alternatives advance together, one character at a time (Thompson, "Regular Expression
 * Search Algorithm", 1968), where the platform's own engine tries them one after the other and can take for ever.
 * Throws a sentence for look-around, back-references, and what is no pattern or too large.
 *
 *     pattern = branch { "|" branch }
 *     branch  = { atom [ ("*" | "+" | "?" | "{" n [ "," [ m ] ] "}") [ "?" ] ] }
 *     atom    = character | "." | class | escape | "^" | "$" | "\b" | "\B" | "(" [ "?:" | "?<name>" ] pattern ")"
 */
export function compileLinearPattern(source: string): PatternTest {
  const states = new Compiler(source).compile();
  return (text, budget = createStepBudget()) => {
    const characters = [...text];
    /** The position at which each state was last reached, so that no position visits a state twice. */
    const reachedAt = new Int32Array(states.length).fill(-1);
    let waiting: readonly number[] = [];
    for (let at = 0; at <= characters.length; at += 1) {
      const [before = "", after = ""] = [characters[at - 1], characters[at]];
      const open = [0, ...waiting];
      const next: number[] = [];
      for (let index = open.pop(); index !== undefined; index = open.pop()) {
        spendStep(budget);
        if (reachedAt[index] === at) continue;
        reachedAt[index] = at;
        const state = states[index];
        if (state?.type === "end") return true;
        if (state?.type === "fork") open.push(state.next, state.other);
        else if (state?.type === "assert" && state.holds(before, after)) open.push(state.next);
        else if (state?.type === "character" && state.matches(after)) next.push(state.next);
      }
      waiting = next;
    }
    return false;
  };
}

function spendStep(budget: StepBudget): void {
  budget.left -= 1;
  if (budget.left < 0) throw new StepsUsedUp();
}

/** How often an atom may stand, and whether as seldom as possible, which makes no difference to a test. */
const QUANTIFIER = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/;

/** A part of the pattern that can be compiled to states as often as a repetition needs. */
type Node = (emit: (state: State) => number, next: number) => number;

class Compiler {
  readonly #source: string;
  #at = 0;
  #depth = 0;
  #repetitions = 0;

  constructor(source: string) {
    this.#source = source;
  }

  compile(): readonly State[] {
    this.#checkSyntax();
    const node = this.#readPattern();
    if (this.#at < this.#source.length) throw this.#fault("an unexpected ')'");
    const states: State[] = [{ type: "fork", next: 0, other: 0 }];
    const emit = (state: State): number => {
      if (states.length >= MAX_STATES) throw this.#fault("too many repetitions");
      return states.push(state) - 1;
    };
    const start = node(emit, emit({ type: "end" }));
    states[0] = { type: "fork", next: start, other: start };
    return states;
  }

  /** The platform decides whether it is a valid pattern. */
  #checkSyntax(): void {
    if (this.#source.length > 1_000) throw new Error("The pattern is longer than 1000 characters.");
    try {
      new RegExp(this.#source, "u");
    } catch (error) {
      throw new Error(`The pattern ${this.#source} is not valid: ${error instanceof Error ? error.message : "fault"}.`);
    }
  }

  #fault(what: string): Error {
    return new Error(`The pattern ${this.#source} uses ${what}, which is not supported.`);
  }

  #peek(): string {
    return this.#source[this.#at] ?? "";
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #readPattern(): Node {
    this.#depth += 1;
    if (this.#depth > 50) throw this.#fault("deep nesting");
    const branches = [this.#readBranch()];
    while (this.#take("|")) branches.push(this.#readBranch());
    this.#depth -= 1;
    return branches.reduce(
      (left, right) => (emit, next) => emit({ type: "fork", next: left(emit, next), other: right(emit, next) }),
    );
  }

  #readBranch(): Node {
    const nodes: Node[] = [];
    while (this.#peek() !== "" && this.#peek() !== "|" && this.#peek() !== ")") {
      nodes.push(this.#readRepetition(this.#readAtom()));
    }
    return (emit, next) => nodes.reduceRight((following, node) => node(emit, following), next);
  }

  #readRepetition(node: Node): Node {
    const [whole = "", sign, from, comma, to] = QUANTIFIER.exec(this.#source.slice(this.#at)) ?? [];
    if (whole === "") return node;
    this.#at += whole.length;
    const least = sign === undefined ? Number(from) : sign === "+" ? 1 : 0;
    const isEndless = sign === "*" || sign === "+" || (comma === "," && to === "");
    const most = isEndless ? Number.POSITIVE_INFINITY : sign === "?" ? 1 : Number(to || from);
    if (least > MAX_STATES || (!isEndless && most > MAX_STATES)) throw this.#fault("too many repetitions");
    return (emit, next) => {
      let start = next;
      if (isEndless) {
        const loop: State & { type: "fork" } = { type: "fork", next: 0, other: next };
        start = emit(loop);
        loop.next = node(emit, start);
      } else {
        for (let count = least; count < most; count += 1) {
          start = emit({ type: "fork", next: node(emit, start), other: next });
        }
      }
      for (let count = 0; count < least; count += 1) {
        // Repeating an empty part adds no states, so it is counted here.
        this.#repetitions += 1;
        if (this.#repetitions > MAX_STATES) throw this.#fault("too many repetitions");
        start = node(emit, start);
      }
      return start;
    };
  }

  #readAtom(): Node {
    if (this.#take("(")) {
      if (!this.#take("?:") && this.#peek() === "?") {
        const name = /^\?<[^=!>]+>/.exec(this.#source.slice(this.#at));
        if (name === null) throw this.#fault("look-around or flags");
        this.#at += name[0].length;
      }
      const node = this.#readPattern();
      this.#take(")");
      return node;
    }
    if (this.#take("^")) return assertion((before) => before === "");
    if (this.#take("$")) return assertion((_before, after) => after === "");
    if (this.#take("\\b")) return assertion((before, after) => isWord(before) !== isWord(after));
    if (this.#take("\\B")) return assertion((before, after) => isWord(before) === isWord(after));
    return this.#readCharacter();
  }

  /** The pattern of one character, left to the platform's engine: a test of a single character cannot run away. */
  #readCharacter(): Node {
    const rest = this.#source.slice(this.#at);
    const found =
      /^\[(?:[^\]\\]|\\.)*\]/su.exec(rest) ??
      /^\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|[pP]\{[^}]*\}|.)/su.exec(rest) ??
      /^./su.exec(rest);
    const piece = found?.[0] ?? "";
    if (/^\\[1-9k]/.test(piece)) throw this.#fault("a back-reference");
    this.#at += piece.length;
    const single = new RegExp(`^(?:${piece})$`, "u");
    const matches = (character: string): boolean => character !== "" && single.test(character);
    return (emit, next) => emit({ type: "character", matches, next });
  }
}

function assertion(holds: (before: string, after: string) => boolean): Node {
  return (emit, next) => emit({ type: "assert", holds, next });
}

function isWord(character: string): boolean {
  return /^\w$/.test(character);
}
