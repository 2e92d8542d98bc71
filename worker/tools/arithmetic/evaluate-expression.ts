import { toDigitsForWords } from "../../search/digits-for-words.ts";
import {
  add,
  checkSize,
  divide,
  factorial,
  isLess,
  isSafe,
  logarithm,
  modulo,
  multiply,
  negate,
  raise,
  round,
  toTidyNumber,
  toValue,
  type Value,
} from "./exact-arithmetic.ts";

/** Bounds that keep every expression quick: nothing here takes longer than a few milliseconds. */
const MAX_LENGTH = 1_000;
const MAX_NESTING = 50;

type Token =
  | { readonly type: "number"; readonly text: string; readonly value: Value; readonly at: number }
  /** An end has no text. */
  | { readonly type: "name" | "operator" | "end"; readonly text: string; readonly at: number };

interface FunctionEntry {
  readonly least: number;
  readonly most: number;
  apply(values: readonly Value[]): Value;
}

const CONSTANTS: ReadonlyMap<string, number> = new Map([
  ["pi", Math.PI],
  ["π", Math.PI],
  ["e", Math.E],
  ["tau", 2 * Math.PI],
]);

/** Functions of one number that are the platform's own. */
const REAL = [
  "sqrt",
  "cbrt",
  "exp",
  "log2",
  "log10",
  "sin",
  "cos",
  "tan",
  "asin",
  "acos",
  "atan",
  "floor",
  "ceil",
  "trunc",
] as const;

const FUNCTIONS: ReadonlyMap<string, FunctionEntry> = new Map<string, FunctionEntry>([
  ...REAL.map((name) => [name, real(Math[name])] as const),
  ["ln", real(Math.log)],
  ["log", { least: 1, most: 2, apply: ([value = 0, base]) => logarithm(value, base) }],
  ["round", { least: 1, most: 2, apply: ([value = 0, places = 0n]) => round(value, places) }],
  ["abs", { least: 1, most: 1, apply: ([value = 0]) => (value < 0 ? negate(value) : value) }],
  [
    "min",
    { least: 1, most: 100, apply: (values) => values.reduce((least, value) => (isLess(value, least) ? value : least)) },
  ],
  [
    "max",
    { least: 1, most: 100, apply: (values) => values.reduce((most, value) => (isLess(most, value) ? value : most)) },
  ],
  ["pow", { least: 2, most: 2, apply: ([base = 0, exponent = 0]) => raise(base, exponent) }],
  ["mod", { least: 2, most: 2, apply: ([left = 0, right = 0]) => modulo(left, right) }],
  ["factorial", { least: 1, most: 1, apply: ([value = 0]) => factorial(value) }],
]);

/**
 * Computes an arithmetic expression without running it as code. Returns a number, or the digits as text if a whole
 * number is too large for a double to hold exactly. Throws an error whose message is for the author of the expression.
 *
 *     sum     = product { ("+" | "-") product }
 *     product = unary { ["*" | "/" | "x" | "of" | "%"] unary }      without an operator: "2(3)", "2 pi"
 *     unary   = ("+" | "-") unary | power
 *     power   = postfix [ ("^" | "**") unary ]
 *     postfix = primary { "!" | "%" }                               "%" is a remainder when an operand follows
 *     primary = number | constant | function "(" sum { "," sum } ")" | "√" postfix | "(" sum ")"
 */
export function evaluateExpression(expression: string): number | string {
  if (expression.length > MAX_LENGTH) throw new Error(`The expression is longer than ${MAX_LENGTH} characters.`);
  const reader = new Reader(toTokens(expression));
  const value = readSum(reader);
  const rest = reader.peek();
  if (rest.type !== "end") throw unexpected(rest);
  if (typeof value === "number") return toTidyNumber(value);
  return isSafe(value) ? Number(value) : value.toString();
}

class Reader {
  readonly #tokens: readonly Token[];
  #position = 0;
  #nesting = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  peek(ahead = 0): Token {
    return this.#tokens[this.#position + ahead] ?? { type: "end", text: "", at: 0 };
  }

  next(): Token {
    const token = this.peek();
    this.#position += 1;
    return token;
  }

  take(...texts: readonly string[]): string | undefined {
    const token = this.peek();
    if (token.type === "number" || !texts.includes(token.text)) return undefined;
    this.#position += 1;
    return token.text;
  }

  nest<Result>(read: () => Result): Result {
    this.#nesting += 1;
    if (this.#nesting > MAX_NESTING) throw new Error(`The expression is nested deeper than ${MAX_NESTING} levels.`);
    const result = read();
    this.#nesting -= 1;
    return result;
  }
}

function readSum(reader: Reader): Value {
  let value = readProduct(reader);
  for (;;) {
    if (reader.take("+")) value = add(value, readProduct(reader));
    else if (reader.take("-")) value = add(value, negate(readProduct(reader)));
    else return value;
  }
}

function readProduct(reader: Reader): Value {
  let value = readUnary(reader);
  for (;;) {
    if (reader.take("*", "x", "of")) value = multiply(value, readUnary(reader));
    else if (reader.take("/")) value = divide(value, readUnary(reader));
    else if (reader.take("%")) value = modulo(value, readUnary(reader));
    else if (reader.peek().type !== "number" && startsOperand(reader.peek()))
      value = multiply(value, readPower(reader));
    else return value;
  }
}

function readUnary(reader: Reader): Value {
  return reader.nest(() => {
    if (reader.take("-")) return negate(readUnary(reader));
    if (reader.take("+")) return readUnary(reader);
    return readPower(reader);
  });
}

function readPower(reader: Reader): Value {
  const base = readPostfix(reader);
  return reader.take("^", "**") ? raise(base, readUnary(reader)) : base;
}

function readPostfix(reader: Reader): Value {
  let value = readPrimary(reader);
  for (;;) {
    if (reader.take("!")) value = factorial(value);
    else if (!startsOperand(reader.peek(1)) && reader.take("%")) value = divide(value, 100n);
    else return value;
  }
}

function readPrimary(reader: Reader): Value {
  const token = reader.next();
  if (token.type === "number") return token.value;
  if (token.type === "name") return readName(reader, token.text);
  if (token.text === "(") return reader.nest(() => readUntilClosed(reader));
  if (token.text === "√") return reader.nest(() => callFunction("sqrt", [readPostfix(reader)]));
  throw unexpected(token);
}

function readUntilClosed(reader: Reader): Value {
  const value = readSum(reader);
  if (!reader.take(")")) throw unexpected(reader.peek(), "')'");
  return value;
}

function readName(reader: Reader, name: string): Value {
  const constant = CONSTANTS.get(name);
  if (constant !== undefined) return constant;
  if (!FUNCTIONS.has(name)) {
    throw new Error(`'${name}' is not known here. Functions: ${[...FUNCTIONS.keys()].join(", ")}.`);
  }
  if (!reader.take("(")) throw unexpected(reader.peek(), `'(' after ${name}`);
  return reader.nest(() => {
    const values: Value[] = [];
    if (!reader.take(")")) {
      do values.push(readSum(reader));
      while (reader.take(","));
      if (!reader.take(")")) throw unexpected(reader.peek(), "')'");
    }
    return callFunction(name, values);
  });
}

function callFunction(name: string, values: readonly Value[]): Value {
  const entry = FUNCTIONS.get(name);
  if (entry === undefined || values.length < entry.least || values.length > entry.most) {
    throw new Error(`${name} does not take ${values.length} numbers.`);
  }
  return toValue(entry.apply(values));
}

function startsOperand(token: Token): boolean {
  if (token.type === "number") return true;
  return token.type === "name" ? token.text !== "x" && token.text !== "of" : ["(", "√"].includes(token.text);
}

function unexpected(token: Token, wanted?: string): Error {
  const text = token.type === "number" ? String(token.value) : token.text;
  const found = token.type === "end" ? "it ends" : `there is '${text}' at character ${token.at + 1}`;
  return new Error(`The expression cannot be read: ${found} where ${wanted ?? "something else"} should be.`);
}

const REPLACEMENTS: ReadonlyMap<string, string> = new Map([
  ["×", "*"],
  ["·", "*"],
  ["∙", "*"],
  ["÷", "/"],
  ["−", "-"],
  ["–", "-"],
  ["[", "("],
  ["]", ")"],
]);

const GROUPED_NUMBER = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d.])/;
const PLAIN_NUMBER = /^(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/;
const NAME = /^(?:[A-Za-z]+(?:10|2)?|π)/;
const OTHER = /^(?:\s+|\*\*|.)/su;
const OPERATORS: readonly string[] = ["+", "-", "*", "**", "/", "%", "^", "!", "(", ")", ",", "√"];

function toTokens(expression: string): readonly Token[] {
  const text = toDigitsForWords(expression.replace(/[=?\s]+$/, ""));
  const tokens: Token[] = [];
  /** For each open bracket, whether commas inside it separate arguments. */
  const brackets: boolean[] = [];
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const [number] = (brackets.includes(true) ? null : GROUPED_NUMBER.exec(rest)) ?? PLAIN_NUMBER.exec(rest) ?? [];
    const [name] = NAME.exec(rest) ?? [];
    const piece = number ?? name ?? OTHER.exec(rest)?.[0] ?? rest;
    const operator = REPLACEMENTS.get(piece) ?? piece;
    if (number !== undefined) {
      tokens.push({ type: "number", text: number, value: toNumber(number.replaceAll(",", "")), at });
    } else if (name !== undefined) {
      tokens.push({ type: "name", text: name.toLowerCase(), at });
    } else if (OPERATORS.includes(operator)) {
      if (operator === "(") brackets.push(tokens.at(-1)?.type === "name");
      if (operator === ")") brackets.pop();
      tokens.push({ type: "operator", text: operator, at });
    } else if (piece.trim() !== "") {
      throw new Error(`The expression cannot be read: '${piece}' at character ${at + 1} is not arithmetic.`);
    }
    at += piece.length;
  }
  return tokens;
}

function toNumber(text: string): Value {
  if (/^\d+$/.test(text)) return checkSize(BigInt(text));
  return toValue(Number(text));
}

function real(compute: (value: number) => number): FunctionEntry {
  return { least: 1, most: 1, apply: ([value = 0]) => compute(Number(value)) };
}
