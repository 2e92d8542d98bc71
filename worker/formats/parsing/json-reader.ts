import { DEFAULT_JSON_LIMITS } from "../../protocol/bounded-json.ts";
import { isForbiddenKey, type JsonObject, type JsonValue } from "../../protocol/json.ts";
import { type Reading, TextSource } from "./text-source.ts";

/** Departures from RFC 8259 that a reader accepts. Each is unambiguous and reported as a repair. */
export interface JsonLeniency {
  /** `True`, `False`, `None` and strings in single quotes, as Python prints them. */
  readonly python?: boolean;
  /** Keys without quotes, when they are identifiers. */
  readonly bareKeys?: boolean;
  /** Refuses what is repaired otherwise: commas before a closing bracket, and raw control characters in strings. */
  readonly strict?: boolean;
  /** Refuses a key that comes twice: which of the two is meant cannot be told. */
  readonly uniqueKeys?: boolean;
}

/** Observes the members of the outermost object while they are read. */
export interface RootObserver {
  /** A key of the outermost object has been read; its value follows. */
  onKey?(key: string): void;
  /** A member of the outermost object is complete. */
  onMember?(key: string, value: JsonValue): void;
}

/** A fault in a literal. */
export interface LiteralFault {
  readonly fault: string;
}

/** A value, boxed so that it cannot be mistaken for a fault. */
export interface LiteralValue {
  readonly value: JsonValue;
}

const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
/** The words that stand for a value in JSON and in Python. */
export const JSON_WORDS: Readonly<Record<string, boolean | null>> = {
  ...{ true: true, false: false, null: null },
  ...{ True: true, False: false, None: null },
};
/** Characters that a letter after a backslash stands for in JSON. */
export const JSON_ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

/**
 * Reads one JSON object or array at a source's index. Never throws; time is linear. Trailing commas and raw control
 * characters in strings are repaired; other departures fail unless a leniency allows them. After a fault the source stands
 * before the unit that is at fault.
 */
export class JsonReader {
  /** How many brackets are open. */
  depth = 0;
  readonly repairs = new Set<string>();
  private nodes = 0;
  private readonly source: TextSource;
  private readonly leniency: JsonLeniency;
  private readonly observer: RootObserver;
  /** Where the value is too long: text beyond is not looked at, so that a fault does not depend on chunk boundaries. */
  private readonly limit: number;

  constructor(source: TextSource, leniency: JsonLeniency = {}, observer: RootObserver = {}) {
    this.source = source;
    this.leniency = leniency;
    this.observer = observer;
    this.limit = source.position + DEFAULT_JSON_LIMITS.maxCharacters;
  }

  *read(): Reading<LiteralValue | LiteralFault> {
    const unit = yield* this.next();
    if (unit === "{" || unit === "[") return yield* this.readContainer(unit);
    return this.refuse("expected '{' or '['", unit);
  }

  private get unitsLeft(): number {
    return this.limit - this.source.position;
  }

  /** Skips white space. The next unit; empty at the end, also where the value is too long. */
  private *next(): Reading<string> {
    for (;;) {
      const unit = yield* this.peek();
      if (unit !== " " && unit !== "\n" && unit !== "\t" && unit !== "\r") return unit;
      this.source.index += 1;
    }
  }

  private *peek(): Reading<string> {
    return this.unitsLeft > 0 ? yield* this.source.peek() : "";
  }

  private *take(isPart: (unit: string) => boolean): Reading<string> {
    return yield* this.source.takeUntil((unit) => !isPart(unit), this.unitsLeft);
  }

  /** The fault at a unit, or that there is none. */
  private refuse(reason: string, unit: string, end = "a bracket is not closed"): LiteralFault {
    if (unit !== "") return { fault: reason };
    return { fault: this.unitsLeft > 0 ? end : `it is longer than ${DEFAULT_JSON_LIMITS.maxCharacters} characters` };
  }

  private countNode(): LiteralFault | null {
    this.nodes += 1;
    const { maxNodes } = DEFAULT_JSON_LIMITS;
    return this.nodes <= maxNodes ? null : { fault: `it has more than ${maxNodes} values` };
  }

  private *readContainer(open: "{" | "["): Reading<LiteralValue | LiteralFault> {
    const { maxDepth } = DEFAULT_JSON_LIMITS;
    if (this.depth >= maxDepth) return { fault: `it is nested deeper than ${maxDepth} levels` };
    const excess = this.countNode();
    if (excess !== null) return excess;
    this.depth += 1;
    this.source.index += 1;
    const items: JsonValue[] = [];
    const object: { [key: string]: JsonValue } = {};
    const closer = open === "[" ? "]" : "}";
    for (let count = 0; ; count += 1) {
      const unit = yield* this.next();
      if (unit === closer) {
        if (count > 0 && this.leniency.strict === true) return { fault: "there is a comma before a closing bracket" };
        if (count > 0) this.repairs.add("trailing comma");
        break;
      }
      const fault = open === "[" ? yield* this.readItem(items) : yield* this.readMember(object, unit);
      if (fault !== null) return fault;
      const after = yield* this.next();
      if (after === closer) break;
      if (after !== ",") return this.refuse(`expected ',' or a closing bracket, found '${after}'`, after);
      this.source.index += 1;
    }
    this.source.index += 1;
    this.depth -= 1;
    return { value: open === "[" ? items : object };
  }

  private *readItem(items: JsonValue[]): Reading<LiteralFault | null> {
    const read = yield* this.readValue();
    if ("fault" in read) return read;
    items.push(read.value);
    return null;
  }

  private *readMember(object: { [key: string]: JsonValue }, unit: string): Reading<LiteralFault | null> {
    const read = yield* this.readKey(unit);
    if ("fault" in read) return read;
    const { key } = read;
    if (isForbiddenKey(key)) return { fault: `it has the key '${key}', which is not accepted` };
    if (this.leniency.uniqueKeys === true && Object.hasOwn(object, key))
      return { fault: `it has the key '${key}' twice` };
    if (this.depth === 1) this.observer.onKey?.(key);
    const colon = yield* this.next();
    if (colon !== ":") return this.refuse("expected ':' after a key", colon);
    this.source.index += 1;
    const member = yield* this.readValue();
    if ("fault" in member) return member;
    object[key] = member.value;
    if (this.depth === 1) this.observer.onMember?.(key, member.value);
    return null;
  }

  private *readKey(unit: string): Reading<{ readonly key: string } | LiteralFault> {
    if (this.isQuote(unit)) {
      const read = yield* this.readString(unit);
      return "fault" in read ? read : { key: read.text };
    }
    if (this.leniency.bareKeys !== true || !/[A-Za-z_$]/.test(unit)) {
      return this.refuse(`expected a key, found '${unit}'`, unit);
    }
    this.repairs.add("key without quotes");
    return { key: yield* this.take((next) => /[A-Za-z0-9_$]/.test(next)) };
  }

  private isQuote(unit: string): boolean {
    return unit === '"' || (unit === "'" && this.leniency.python === true);
  }

  private *readValue(): Reading<LiteralValue | LiteralFault> {
    const unit = yield* this.next();
    if (unit === "{" || unit === "[") return yield* this.readContainer(unit);
    if (this.isQuote(unit)) {
      const read = yield* this.readString(unit);
      return "fault" in read ? read : (this.countNode() ?? { value: read.text });
    }
    if (!/[-0-9A-Za-z]/.test(unit)) return this.refuse(`expected a value, found '${unit}'`, unit);
    const isNumber = /[-0-9]/.test(unit);
    const run = yield* this.take((next) => (isNumber ? /[0-9+\-.eE]/ : /[A-Za-z0-9_$]/).test(next));
    // More of it may follow.
    if ((yield* this.peek()) === "") return this.refuse("", "");
    const value = isNumber ? this.toNumber(run) : this.toWord(run);
    return "fault" in value ? value : (this.countNode() ?? value);
  }

  private toNumber(run: string): LiteralValue | LiteralFault {
    const value = NUMBER.test(run) ? Number(run) : Number.NaN;
    return Number.isFinite(value) ? { value } : { fault: `'${run.slice(0, 40)}' is not a number that JSON can carry` };
  }

  private toWord(run: string): LiteralValue | LiteralFault {
    const isPython = /^[TFN]/.test(run);
    if (!Object.hasOwn(JSON_WORDS, run) || (isPython && this.leniency.python !== true)) {
      return { fault: `'${run.slice(0, 40)}' is not a value` };
    }
    if (isPython) this.repairs.add("Python literal");
    return { value: JSON_WORDS[run] ?? null };
  }

  private *readString(quote: string): Reading<{ readonly text: string } | LiteralFault> {
    if (quote === "'") this.repairs.add("single quotes");
    this.source.index += 1;
    let text = "";
    let hasControl = false;
    const { strict = false } = this.leniency;
    for (;;) {
      text += yield* this.take((unit) => {
        if (unit === quote || unit === "\\" || (strict && unit < " ")) return false;
        hasControl ||= unit < " ";
        return true;
      });
      if (hasControl) this.repairs.add("raw control character in a string");
      const end = yield* this.peek();
      if (end === "") return this.refuse("", "", "a string is not closed");
      if (end < " ") return { fault: "a string holds a raw line break or control character" };
      this.source.index += 1;
      if (end === quote) return { text };
      const escaped = yield* this.readEscape();
      if ("fault" in escaped) return escaped;
      text += escaped.text;
    }
  }

  private *readEscape(): Reading<{ readonly text: string } | LiteralFault> {
    const unit = yield* this.peek();
    const text = unit === "'" ? unit : JSON_ESCAPES[unit];
    if (unit === "'") this.repairs.add("escaped single quote");
    if (text === undefined && unit !== "u") {
      return this.refuse(`'\\${unit}' is not an escape`, unit, "a string is not closed");
    }
    this.source.index += 1;
    if (text !== undefined) return { text };
    const hex = yield* this.source.takeUntil((next) => !/[0-9a-fA-F]/.test(next), Math.min(4, this.unitsLeft));
    if (hex.length === 4) return { text: String.fromCharCode(Number.parseInt(hex, 16)) };
    return this.refuse("'\\u' needs four hexadecimal digits", yield* this.peek());
  }
}

/** A whole JSON text, or why it could not be read. */
export type JsonReadResult =
  | { readonly ok: true; readonly value: JsonObject | readonly JsonValue[]; readonly repairs: readonly string[] }
  | { readonly ok: false; readonly reason: string };

/** Reads a whole text that is one JSON object or array, white space around it allowed. */
export function readJsonText(text: string, leniency: JsonLeniency = {}): JsonReadResult {
  const source = new TextSource();
  source.push(text);
  source.ended = true;
  const reader = new JsonReader(source, leniency);
  const { value: read } = reader.read().next();
  if (read === undefined || "fault" in read) return { ok: false, reason: read?.fault ?? "it is cut off" };
  if (text.slice(source.index).trim() !== "") return { ok: false, reason: "there is text after the value" };
  if (typeof read.value !== "object" || read.value === null) return { ok: false, reason: "it is not an object" };
  return { ok: true, value: read.value, repairs: [...reader.repairs] };
}
