import { DEFAULT_JSON_LIMITS } from "../../protocol/bounded-json.ts";
import { isForbiddenKey, type JsonObject, type JsonValue } from "../../protocol/json.ts";
import { JSON_WORDS, type LiteralFault, type LiteralValue } from "./json-reader.ts";
import type { Reading, TextSource } from "./text-source.ts";
import { toNumber } from "./typed-value.ts";

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  a: "\u0007",
  v: "\v",
  "0": "\0",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "\n": "",
};

/** Characters allowed after a closing quote. A quote before any other belongs to the string, if such quotes come in pairs. */
const AFTER_STRING = new Set([",", ")", "]", "}", ":", ""]);

/** Reads a name: letters, digits, `_`, `.` and `-`, not beginning with a digit; empty when there is none. */
export function* readIdentifier(source: TextSource): Reading<string> {
  const first = yield* source.peek();
  if (!/[\p{L}_]/u.test(first)) return "";
  return yield* source.takeUntil((unit) => !/[\p{L}\p{N}_.-]/u.test(unit), 256);
}

/** Reads `key=value, …)` after the opening bracket of a call. */
export function* readKeywordArguments(source: TextSource): Reading<{ readonly input: JsonObject } | LiteralFault> {
  const input: { [key: string]: JsonValue } = {};
  const budget = { nodes: DEFAULT_JSON_LIMITS.maxNodes };
  for (;;) {
    yield* source.skipSpace();
    if (yield* source.accept(")")) return { input };
    const key = yield* readIdentifier(source);
    yield* source.skipSpace();
    if (key === "" || !(yield* source.accept("="))) return { fault: "expected an argument as name=value" };
    if (isForbiddenKey(key)) return { fault: `the argument '${key}' is not accepted` };
    const read = yield* readLiteral(source, 1, budget);
    if ("fault" in read) return read;
    input[key] = read.value;
    yield* source.skipSpace();
    if (!(yield* source.accept(",")) && (yield* source.peek()) !== ")") {
      return { fault: "expected ',' or ')' after an argument" };
    }
  }
}

/** Counts one more value; a fault for one too many, or too deep. */
export function countLiteral(depth: number, budget: { nodes: number }): LiteralFault | null {
  const { maxNodes, maxDepth } = DEFAULT_JSON_LIMITS;
  budget.nodes -= 1;
  if (budget.nodes < 0) return { fault: `it has more than ${maxNodes} values` };
  return depth > maxDepth ? { fault: `it is nested deeper than ${maxDepth} levels` } : null;
}

/** Reads one literal: string, number, `True`, `None`, list, tuple, set (as a list) or dictionary. */
export function* readLiteral(
  source: TextSource,
  depth: number,
  budget: { nodes: number },
): Reading<LiteralValue | LiteralFault> {
  const excess = countLiteral(depth, budget);
  if (excess !== null) return excess;
  yield* source.skipSpace();
  const unit = yield* source.peek();
  switch (unit) {
    case '"':
    case "'":
      return yield* readString(source, false);
    case "[":
    case "(":
      source.index += 1;
      return yield* readItems(source, unit === "[" ? "]" : ")", () => readLiteral(source, depth + 1, budget));
    case "{":
      source.index += 1;
      return yield* readBraces(source, depth, budget);
    default:
      break;
  }
  if (/[0-9.+-]/.test(unit)) {
    const run = yield* source.takeUntil((next) => !/[0-9a-zA-Z_.+-]/.test(next), 64);
    const number = toPythonNumber(run);
    return number === null ? { fault: `'${run}' is not a number that JSON can carry` } : { value: number };
  }
  const word = yield* readIdentifier(source);
  const next = yield* source.peek();
  if ((word === "r" || word === "R" || word === "u") && (next === "'" || next === '"')) {
    return yield* readString(source, word !== "u");
  }
  if (Object.hasOwn(JSON_WORDS, word)) return { value: JSON_WORDS[word] ?? null };
  return { fault: word === "" ? "expected a value" : `'${word}' is not a value` };
}

/** Reads the items of a list up to its closing bracket, with commas between them; adds them to `items`. */
export function* readItems(
  source: TextSource,
  closer: string,
  readItem: () => Reading<LiteralValue | LiteralFault>,
  items: JsonValue[] = [],
): Reading<LiteralValue | LiteralFault> {
  for (;;) {
    yield* source.skipSpace();
    if (yield* source.accept(closer)) return { value: items };
    const read = yield* readItem();
    if ("fault" in read) return read;
    items.push(read.value);
    yield* source.skipSpace();
    if (yield* source.accept(",")) continue;
    if (yield* source.accept(closer)) return { value: items };
    return { fault: `expected ',' or '${closer}'` };
  }
}

function* readBraces(
  source: TextSource,
  depth: number,
  budget: { nodes: number },
): Reading<LiteralValue | LiteralFault> {
  const object: { [key: string]: JsonValue } = {};
  for (let count = 0; ; count += 1) {
    yield* source.skipSpace();
    if (yield* source.accept("}")) return { value: object };
    const key = yield* readLiteral(source, depth + 1, budget);
    if ("fault" in key) return key;
    yield* source.skipSpace();
    if (!(yield* source.accept(":"))) {
      // Without a colon after its first member it is a set, which becomes a JSON list.
      if (count > 0) return { fault: "expected ':' after a key" };
      if (yield* source.accept("}")) return { value: [key.value] };
      if (!(yield* source.accept(","))) return { fault: "expected ':' after a key" };
      return yield* readItems(source, "}", () => readLiteral(source, depth + 1, budget), [key.value]);
    }
    if (typeof key.value === "object" && key.value !== null) return { fault: "a key is not a text" };
    const name = String(key.value);
    if (isForbiddenKey(name)) return { fault: `it has the key '${name}', which is not accepted` };
    const read = yield* readLiteral(source, depth + 1, budget);
    if ("fault" in read) return read;
    object[name] = read.value;
    yield* source.skipSpace();
    if (yield* source.accept(",")) continue;
    if (yield* source.accept("}")) return { value: object };
    return { fault: "expected ',' or '}'" };
  }
}

/**
 * Reads a string. Unescaped quotes of its own kind inside it are kept when they come in pairs and cannot end the string
 * where they are: `'sed -n '1,5p' file'` is unambiguous, `'it's'` is not.
 */
function* readString(source: TextSource, isRaw: boolean): Reading<LiteralValue | LiteralFault> {
  const quote = yield* source.peek();
  if (yield* source.accept(quote.repeat(3))) {
    const text = yield* source.takeUntilLiteral([quote.repeat(3)]);
    if (!(yield* source.accept(quote.repeat(3)))) return { fault: "a string is not closed" };
    return {
      value: isRaw ? text : text.replace(/\\([\s\S])/g, (whole, unit: string) => SIMPLE_ESCAPES[unit] ?? whole),
    };
  }
  source.index += 1;
  let before = "";
  for (let inner = 0; ; inner += 1) {
    const read = yield* readToQuote(source, quote, isRaw, before);
    if ("fault" in read) return read;
    const gap = yield* source.takeUntil((next) => !/\s/.test(next), DEFAULT_JSON_LIMITS.maxCharacters);
    const after = yield* source.peek();
    if (inner % 2 === 0 && AFTER_STRING.has(after)) return { value: read.text };
    if (inner === 0 && (after === "'" || after === '"')) return yield* readAdjacent(source, read.text);
    before = read.text + quote + gap;
  }
}

/** Reads to the next quote and consumes it; the text begins with what was read before. */
function* readToQuote(
  source: TextSource,
  quote: string,
  isRaw: boolean,
  before: string,
): Reading<{ readonly text: string } | LiteralFault> {
  const { maxCharacters } = DEFAULT_JSON_LIMITS;
  let text = before;
  for (;;) {
    text += yield* source.takeUntil((unit) => unit === quote || unit === "\\", maxCharacters - text.length);
    const end = yield* source.peek();
    if (end === "") return { fault: "a string is not closed" };
    if (text.length >= maxCharacters) return { fault: `it is longer than ${maxCharacters} characters` };
    source.index += 1;
    if (end === quote) return { text };
    text += yield* readEscape(source, isRaw);
  }
}

/** Reads further strings after a first one: Python joins adjacent strings. */
function* readAdjacent(source: TextSource, before: string): Reading<LiteralValue | LiteralFault> {
  let text = before;
  for (;;) {
    const unit = yield* source.peek();
    if (unit !== "'" && unit !== '"') return { value: text };
    source.index += 1;
    const read = yield* readToQuote(source, unit, false, text);
    if ("fault" in read) return read;
    text = read.text;
    yield* source.skipSpace();
  }
}

function* readEscape(source: TextSource, isRaw: boolean): Reading<string> {
  const unit = yield* source.peek();
  if (unit === "") return "\\";
  source.index += 1;
  if (isRaw) return `\\${unit}`;
  const simple = SIMPLE_ESCAPES[unit];
  if (simple !== undefined) return simple;
  const digits = unit === "x" ? 2 : unit === "u" ? 4 : unit === "U" ? 8 : 0;
  if (digits === 0) return `\\${unit}`;
  const hex = yield* source.takeUntil((next) => !/[0-9a-fA-F]/.test(next), digits);
  const code = Number.parseInt(hex, 16);
  if (hex.length < digits || code > 0x10ffff) return `\\${unit}${hex}`;
  return digits === 8 ? String.fromCodePoint(code) : String.fromCharCode(code);
}

function toPythonNumber(run: string): number | null {
  const text = run.replace(/(?<=[0-9])_(?=[0-9])/g, "");
  if (/^[+-]?0[xXoObB][0-9a-fA-F]+$/.test(text)) {
    const sign = text.startsWith("-") ? -1 : 1;
    const value = Number(text.replace(/^[+-]/, ""));
    return Number.isFinite(value) ? sign * value : null;
  }
  return toNumber(text);
}
