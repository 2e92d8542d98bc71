import { DEFAULT_JSON_LIMITS } from "../../protocol/bounded-json.ts";
import { isForbiddenKey, type JsonObject, type JsonValue } from "../../protocol/json.ts";
import { JSON_ESCAPES, JSON_WORDS, type LiteralFault, type LiteralValue } from "../parsing/json-reader.ts";
import { countLiteral, readItems } from "../parsing/python-literal.ts";
import type { Reading, TextSource } from "../parsing/text-source.ts";
import { isTextSchema, toNumber, toTypedValue } from "../parsing/typed-value.ts";

/** The tokens that stand on both sides of a string. Nothing is escaped between them. */
const QUOTES = ["<escape>", '<|"|>'];

/** Returns the schema of an argument; undefined if none is declared. */
type SchemaOf = (key: string) => JsonValue | undefined;

interface Budget {
  nodes: number;
  readonly ends: readonly string[];
  /** True once the call's closing token came before a missing bracket or quote: the call is complete as read. */
  isClosed: boolean;
}

/**
 * Reads `{key:value,…}`. Strings stand between quote tokens; a bare value is null, a boolean, a number, or text. A quoted
 * text takes the type its schema declares. A comma after a quoted string may be missing. `ends` stop a bare value.
 */
export function* readGemmaObject(
  source: TextSource,
  schemaOf: SchemaOf,
  ends: readonly string[],
): Reading<{ readonly input: JsonObject } | LiteralFault> {
  source.index += 1;
  const read = yield* readMembers(source, schemaOf, 1, {
    nodes: DEFAULT_JSON_LIMITS.maxNodes,
    ends,
    isClosed: false,
  });
  return "fault" in read ? read : { input: read.value };
}

function* readMembers(
  source: TextSource,
  schemaOf: SchemaOf,
  depth: number,
  budget: Budget,
): Reading<{ readonly value: JsonObject } | LiteralFault> {
  const object: { [key: string]: JsonValue } = {};
  for (;;) {
    yield* source.skipSpace();
    if (yield* source.accept("}")) return { value: object };
    const key = yield* readKey(source);
    if (key === null) return { fault: "expected a key and ':'" };
    if (isForbiddenKey(key)) return { fault: `it has the key '${key}', which is not accepted` };
    const read = yield* readValue(source, schemaOf(key), depth + 1, budget);
    if ("fault" in read) return read;
    object[key] = read.value;
    if (budget.isClosed) return { value: object };
    yield* source.skipSpace();
    if (yield* source.accept(",")) continue;
    if (yield* source.accept("}")) return { value: object };
    const next = yield* source.peek();
    const isEnd = (yield* source.nextLiteral(budget.ends)) !== null;
    if (isEnd && depth === 1) {
      // The closing token follows: only the last bracket is missing.
      budget.isClosed = true;
      return { value: object };
    }
    if (!/[\p{L}_"<]/u.test(next) || isEnd) {
      return { fault: next === "" ? "a bracket is not closed" : "expected ',' or '}'" };
    }
  }
}

function* readKey(source: TextSource): Reading<string | null> {
  const quote = yield* source.nextLiteral([...QUOTES, '"', "'"]);
  let key: string;
  if (quote === null) {
    key = (yield* source.takeUntil((unit) => /[:{}[\],<]/.test(unit), 256)).trim();
  } else {
    source.index += quote.length;
    key = yield* source.takeUntilLiteral([quote]);
    if (!(yield* source.accept(quote))) return null;
    yield* source.skipSpace();
  }
  return key !== "" && (yield* source.accept(":")) ? key : null;
}

function* readValue(
  source: TextSource,
  schema: JsonValue | undefined,
  depth: number,
  budget: Budget,
): Reading<LiteralValue | LiteralFault> {
  const excess = countLiteral(depth, budget);
  if (excess !== null) return excess;
  yield* source.skipSpace();
  const quote = yield* source.nextLiteral(QUOTES);
  if (quote !== null) {
    source.index += quote.length;
    const text = yield* source.takeUntilLiteral([quote, ...budget.ends]);
    if (yield* source.accept(quote)) return { value: schema === undefined ? text : toTypedValue(text, schema) };
    // The closing token follows the last bracket of a flat call: only the closing quote is missing.
    if ((yield* source.peek()) === "" || depth !== 2 || !text.trimEnd().endsWith("}")) {
      return { fault: "a string is not closed" };
    }
    budget.isClosed = true;
    return { value: text.trimEnd().slice(0, -1) };
  }
  const next = yield* source.peek();
  if (next === "{") {
    source.index += 1;
    return yield* readMembers(source, () => undefined, depth, budget);
  }
  if (next === "[") {
    source.index += 1;
    return yield* readItems(source, "]", () => readValue(source, undefined, depth + 1, budget));
  }
  if (next === '"') return yield* readQuoted(source);
  if (next === "'") return yield* readSingleQuoted(source);
  let text = "";
  for (;;) {
    text += yield* source.takeUntil((unit) => /[,}\]<]/.test(unit), DEFAULT_JSON_LIMITS.maxCharacters);
    if ((yield* source.peek()) !== "<") break;
    if ((yield* source.nextLiteral([...budget.ends, ...QUOTES])) !== null) break;
    text += "<";
    source.index += 1;
  }
  if ((yield* source.peek()) === "") return { fault: "a bracket is not closed" };
  return { value: toBareValue(text.trim(), schema) };
}

/** Reads a string in single quotes verbatim; only a quote before a separator ends it. */
function* readSingleQuoted(source: TextSource): Reading<LiteralValue | LiteralFault> {
  source.index += 1;
  let text = "";
  for (;;) {
    text += yield* source.takeUntil((unit) => unit === "'", DEFAULT_JSON_LIMITS.maxCharacters);
    if (!(yield* source.accept("'"))) return { fault: "a string is not closed" };
    for (const quote of QUOTES) yield* source.accept(quote);
    if (/[,}\]\s]/.test(yield* source.peek())) return { value: text };
    text += "'";
  }
}

/** Reads a string in double quotes with the escapes of JSON. */
function* readQuoted(source: TextSource): Reading<LiteralValue | LiteralFault> {
  source.index += 1;
  let text = "";
  for (;;) {
    text += yield* source.takeUntil((unit) => unit === '"' || unit === "\\", DEFAULT_JSON_LIMITS.maxCharacters);
    const unit = yield* source.peek();
    if (unit !== '"' && unit !== "\\") return { fault: "a string is not closed" };
    source.index += 1;
    if (unit === '"') return { value: text };
    const escaped = yield* source.peek();
    source.index += escaped.length;
    if (escaped === "u") {
      const hex = yield* source.takeUntil((next) => !/[0-9a-fA-F]/.test(next), 4);
      text += hex.length === 4 ? String.fromCharCode(Number.parseInt(hex, 16)) : `\\u${hex}`;
    } else {
      text += JSON_ESCAPES[escaped] ?? `\\${escaped}`;
    }
  }
}

function toBareValue(text: string, schema: JsonValue | undefined): JsonValue {
  if (isTextSchema(schema) && text !== "null") return text;
  if (Object.hasOwn(JSON_WORDS, text)) return JSON_WORDS[text] ?? null;
  return toNumber(text) ?? text;
}
