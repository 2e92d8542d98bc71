import {
  DEFAULT_JSON_LIMITS,
  isForbiddenKey,
  type JsonLimits,
  type JsonObject,
  type JsonValue,
} from "../../protocol/json.ts";

/** Departures from RFC 8259 that a reader accepts. Each is unambiguous and reported as a repair. */
export interface JsonLeniency {
  /** `True`, `False`, `None` and strings in single quotes, as Python prints them. */
  readonly python?: boolean;
  /** Keys without quotes, when they are identifiers. */
  readonly bareKeys?: boolean;
  /** Refuses what is repaired otherwise: commas before a closing bracket, and keys that come twice. */
  readonly strict?: boolean;
}

/** Observes the members of the outermost object while they are read. */
export interface RootObserver {
  /** A key of the outermost object has been read; its value follows. */
  onKey?(key: string): void;
  /** A member of the outermost object is complete. */
  onMember?(key: string, value: JsonValue): void;
}

/** Outcome of a reader so far. */
export type JsonReaderState = "reading" | "done" | "failed";

type Step =
  | "value"
  | "value-or-end"
  | "key"
  | "key-or-end"
  | "colon"
  | "comma-or-end"
  | "string"
  | "escape"
  | "unicode"
  | "number"
  | "word"
  | "bare-key";

interface Container {
  readonly array: JsonValue[] | null;
  readonly object: { [key: string]: JsonValue } | null;
  key: string;
}

const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const NUMBER_UNIT = /[0-9+\-.eE]/;
const IDENTIFIER = /[A-Za-z0-9_$]/;
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
 * Reads one JSON object or array piece by piece and builds its value. Never throws; time is linear. Trailing commas and
 * raw control characters in strings are repaired; other departures fail unless a leniency allows them. The text must
 * begin with the opening bracket.
 */
export class JsonReader {
  state: JsonReaderState = "reading";
  value: JsonValue = null;
  /** Why reading failed. */
  reason = "";
  readonly repairs = new Set<string>();

  private step: Step = "value";
  private readonly stack: Container[] = [];
  private piece = "";
  private quote = '"';
  private stringIsKey = false;
  private hex = "";
  private afterComma = false;
  private nodes = 0;
  private characters = 0;
  private readonly leniency: JsonLeniency;
  private readonly observer: RootObserver;
  private readonly limits: JsonLimits;

  constructor(leniency: JsonLeniency = {}, observer: RootObserver = {}, limits: JsonLimits = DEFAULT_JSON_LIMITS) {
    this.leniency = leniency;
    this.observer = observer;
    this.limits = limits;
  }

  /** How many brackets are open. */
  get depth(): number {
    return this.stack.length;
  }

  /** Reads from `start` and returns the index of the first unit that was not consumed. */
  read(whole: string, start: number): number {
    let index = start;
    // Text beyond the limit is not looked at: where reading fails must not depend on chunk boundaries.
    const unitsLeft = this.limits.maxCharacters - this.characters;
    const text = whole.length - start > unitsLeft ? whole.slice(0, start + unitsLeft) : whole;
    const length = text.length;
    while (index < length && this.state === "reading") {
      switch (this.step) {
        case "string":
          index = this.readString(text, index);
          break;
        case "number":
        case "word":
        case "bare-key":
          index = this.readRun(text, index);
          break;
        default:
          index = this.readUnit(text, index);
      }
    }
    this.characters += index - start;
    if (this.characters >= this.limits.maxCharacters && this.state === "reading") {
      this.fail(`it is longer than ${this.limits.maxCharacters} characters`);
    }
    return index;
  }

  /** Ends the text: a value that is not complete has failed. */
  end(): void {
    if (this.state !== "reading") return;
    this.fail(this.step === "string" || this.step === "escape" ? "a string is not closed" : "a bracket is not closed");
  }

  /** Marks the value as unreadable. */
  fail(reason: string): void {
    this.state = "failed";
    this.reason = reason;
  }

  private readUnit(text: string, index: number): number {
    const unit = text.charAt(index);
    if (this.step === "escape") return this.readEscape(unit, index);
    if (this.step === "unicode") return this.readHex(unit, index);
    if (unit === " " || unit === "\n" || unit === "\t" || unit === "\r") return index + 1;
    switch (this.step) {
      case "value":
      case "value-or-end":
        return this.openValue(unit, index);
      case "key":
      case "key-or-end":
        return this.openKey(unit, index);
      case "colon":
        if (unit !== ":") return this.failAt("expected ':' after a key", index);
        this.step = "value";
        return index + 1;
      default:
        return this.closeMember(unit, index);
    }
  }

  private openValue(unit: string, index: number): number {
    if (unit === "{" || unit === "[") return this.openContainer(unit, index);
    const top = this.stack.at(-1);
    if (top === undefined) return this.failAt("expected '{' or '['", index);
    if (unit === "]" && top.array !== null && (this.step === "value-or-end" || this.afterComma)) {
      return this.afterComma ? this.closeAfterComma(index) : this.closeContainer(index);
    }
    if (unit === '"' || (unit === "'" && this.leniency.python === true)) {
      this.startString(unit, false);
      return index + 1;
    }
    if (unit === "-" || (unit >= "0" && unit <= "9")) {
      this.step = "number";
      this.piece = "";
      return index;
    }
    if (/[A-Za-z]/.test(unit)) {
      this.step = "word";
      this.piece = "";
      return index;
    }
    return this.failAt(`expected a value, found '${unit}'`, index);
  }

  private openContainer(unit: string, index: number): number {
    if (this.stack.length >= this.limits.maxDepth) {
      return this.failAt(`it is nested deeper than ${this.limits.maxDepth} levels`, index);
    }
    if (!this.countNode()) return index;
    this.stack.push(unit === "{" ? { array: null, object: {}, key: "" } : { array: [], object: null, key: "" });
    this.step = unit === "{" ? "key-or-end" : "value-or-end";
    this.afterComma = false;
    return index + 1;
  }

  private openKey(unit: string, index: number): number {
    if (unit === "}" && (this.step === "key-or-end" || this.afterComma)) {
      return this.afterComma ? this.closeAfterComma(index) : this.closeContainer(index);
    }
    if (unit === '"' || (unit === "'" && this.leniency.python === true)) {
      this.startString(unit, true);
      return index + 1;
    }
    if (this.leniency.bareKeys === true && /[A-Za-z_$]/.test(unit)) {
      this.repairs.add("key without quotes");
      this.step = "bare-key";
      this.piece = "";
      return index;
    }
    return this.failAt(`expected a key, found '${unit}'`, index);
  }

  private closeMember(unit: string, index: number): number {
    const top = this.stack.at(-1);
    if (top === undefined) return this.failAt("nothing is open", index);
    if (unit === ",") {
      this.afterComma = true;
      this.step = top.array === null ? "key" : "value";
      return index + 1;
    }
    if ((unit === "}" && top.object !== null) || (unit === "]" && top.array !== null))
      return this.closeContainer(index);
    return this.failAt(`expected ',' or a closing bracket, found '${unit}'`, index);
  }

  private closeAfterComma(index: number): number {
    if (this.leniency.strict === true) return this.failAt("there is a comma before a closing bracket", index);
    this.repairs.add("trailing comma");
    return this.closeContainer(index);
  }

  private closeContainer(index: number): number {
    const top = this.stack.pop();
    this.afterComma = false;
    if (top !== undefined) this.addValue(top.array ?? top.object ?? {});
    return index + 1;
  }

  private startString(quote: string, isKey: boolean): void {
    if (quote === "'") this.repairs.add("single quotes");
    this.quote = quote;
    this.stringIsKey = isKey;
    this.piece = "";
    this.step = "string";
  }

  private readString(text: string, start: number): number {
    const quoteCode = this.quote.charCodeAt(0);
    let index = start;
    while (index < text.length) {
      const code = text.charCodeAt(index);
      if (code === quoteCode) {
        this.piece += text.slice(start, index);
        this.closeString();
        return index + 1;
      }
      if (code === 0x5c) {
        this.piece += text.slice(start, index);
        this.step = "escape";
        return index + 1;
      }
      if (code < 0x20) this.repairs.add("raw control character in a string");
      index += 1;
    }
    this.piece += text.slice(start, index);
    return index;
  }

  private closeString(): void {
    if (this.stringIsKey) this.setKey(this.piece);
    else if (this.countNode()) this.addValue(this.piece);
    this.piece = "";
  }

  private setKey(key: string): void {
    const top = this.stack.at(-1);
    if (top === undefined) return;
    if (isForbiddenKey(key)) {
      this.fail(`it has the key '${key}', which is not accepted`);
      return;
    }
    if (this.leniency.strict === true && top.object !== null && Object.hasOwn(top.object, key)) {
      this.fail(`it has the key '${key}' twice`);
      return;
    }
    top.key = key;
    this.afterComma = false;
    this.step = "colon";
    if (this.stack.length === 1) this.observer.onKey?.(key);
  }

  private readEscape(unit: string, index: number): number {
    if (unit === "u") {
      this.step = "unicode";
      this.hex = "";
      return index + 1;
    }
    const replacement = JSON_ESCAPES[unit];
    if (replacement !== undefined) {
      this.piece += replacement;
    } else if (unit === "'") {
      this.repairs.add("escaped single quote");
      this.piece += "'";
    } else {
      return this.failAt(`'\\${unit}' is not an escape`, index);
    }
    this.step = "string";
    return index + 1;
  }

  private readHex(unit: string, index: number): number {
    if (!/[0-9a-fA-F]/.test(unit)) return this.failAt("'\\u' needs four hexadecimal digits", index);
    this.hex += unit;
    if (this.hex.length === 4) {
      this.piece += String.fromCharCode(Number.parseInt(this.hex, 16));
      this.step = "string";
    }
    return index + 1;
  }

  private readRun(text: string, start: number): number {
    const accepted = this.step === "number" ? NUMBER_UNIT : IDENTIFIER;
    let index = start;
    while (index < text.length && accepted.test(text.charAt(index))) index += 1;
    this.piece += text.slice(start, index);
    if (index < text.length) this.closeRun(index);
    return index;
  }

  private closeRun(index: number): void {
    const run = this.piece;
    this.piece = "";
    if (this.step === "bare-key") {
      this.setKey(run);
      return;
    }
    if (this.step === "number") {
      const value = NUMBER.test(run) ? Number(run) : Number.NaN;
      if (!Number.isFinite(value)) this.failAt(`'${run.slice(0, 40)}' is not a number that JSON can carry`, index);
      else if (this.countNode()) this.addValue(value);
      return;
    }
    const isPython = /^[TFN]/.test(run);
    if (!Object.hasOwn(JSON_WORDS, run) || (isPython && this.leniency.python !== true)) {
      this.failAt(`'${run.slice(0, 40)}' is not a value`, index);
      return;
    }
    if (isPython) this.repairs.add("Python literal");
    if (this.countNode()) this.addValue(JSON_WORDS[run] ?? null);
  }

  private addValue(value: JsonValue): void {
    const top = this.stack.at(-1);
    if (top === undefined) {
      this.value = value;
      this.state = "done";
      return;
    }
    this.afterComma = false;
    this.step = "comma-or-end";
    if (top.array !== null) {
      top.array.push(value);
      return;
    }
    if (top.object !== null) top.object[top.key] = value;
    if (this.stack.length === 1) this.observer.onMember?.(top.key, value);
  }

  private countNode(): boolean {
    this.nodes += 1;
    if (this.nodes <= this.limits.maxNodes) return true;
    this.fail(`it has more than ${this.limits.maxNodes} values`);
    return false;
  }

  private failAt(reason: string, index: number): number {
    this.fail(reason);
    return index;
  }
}

/** A whole JSON text, or why it could not be read. */
export type JsonReadResult =
  | { readonly ok: true; readonly value: JsonObject | readonly JsonValue[]; readonly repairs: readonly string[] }
  | { readonly ok: false; readonly reason: string };

/** Reads a whole text that is one JSON object or array, white space around it allowed. */
export function readJsonText(text: string, leniency: JsonLeniency = {}): JsonReadResult {
  const reader = new JsonReader(leniency);
  const end = reader.read(text, 0);
  reader.end();
  if (reader.state === "failed") return { ok: false, reason: reader.reason };
  if (text.slice(end).trim() !== "") return { ok: false, reason: "there is text after the value" };
  if (typeof reader.value !== "object" || reader.value === null) return { ok: false, reason: "it is not an object" };
  return { ok: true, value: reader.value, repairs: [...reader.repairs] };
}
