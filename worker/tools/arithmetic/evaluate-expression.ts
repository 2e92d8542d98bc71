import { toTidyNumber } from "./to-tidy-number.ts";

/** Bounds that keep every expression quick: nothing here takes longer than a few milliseconds. */
const MAX_LENGTH = 1_000;
const MAX_NESTING = 50;
const MAX_DIGITS = 500;
const MAX_FACTORIAL = 250;

/** Whole numbers are exact at any size up to `MAX_DIGITS`; everything else is a double. */
type Value = bigint | number;

type Token =
  | { readonly type: "number"; readonly value: Value; readonly at: number }
  | { readonly type: "name"; readonly text: string; readonly at: number }
  | { readonly type: "operator"; readonly text: string; readonly at: number }
  | { readonly type: "end"; readonly at: number };

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

const FUNCTIONS: ReadonlyMap<string, FunctionEntry> = new Map<string, FunctionEntry>([
  ["sqrt", real(Math.sqrt)],
  ["cbrt", real(Math.cbrt)],
  ["exp", real(Math.exp)],
  ["ln", real(Math.log)],
  ["log2", real(Math.log2)],
  ["log10", real(Math.log10)],
  ["sin", real(Math.sin)],
  ["cos", real(Math.cos)],
  ["tan", real(Math.tan)],
  ["asin", real(Math.asin)],
  ["acos", real(Math.acos)],
  ["atan", real(Math.atan)],
  ["floor", real(Math.floor)],
  ["ceil", real(Math.ceil)],
  ["trunc", real(Math.trunc)],
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
 * Computes an arithmetic expression without running it as code. Answers a number, or the digits as text where a whole
 * number is too large for a double to hold exactly. Throws a sentence for whoever wrote the expression.
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
    return this.#tokens[this.#position + ahead] ?? { type: "end", at: 0 };
  }

  next(): Token {
    const token = this.peek();
    this.#position += 1;
    return token;
  }

  take(...texts: readonly string[]): string | undefined {
    const token = this.peek();
    if ((token.type !== "operator" && token.type !== "name") || !texts.includes(token.text)) return undefined;
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
    const token = reader.peek();
    if (token.type !== "operator") return value;
    if (token.text === "!") {
      reader.next();
      value = factorial(value);
    } else if (token.text === "%" && !startsOperand(reader.peek(1))) {
      reader.next();
      value = divide(value, 100n);
    } else return value;
  }
}

function readPrimary(reader: Reader): Value {
  const token = reader.next();
  switch (token.type) {
    case "number":
      return token.value;
    case "name":
      return readName(reader, token.text);
    case "operator":
      if (token.text === "(") return reader.nest(() => readUntilClosed(reader));
      if (token.text === "√") return reader.nest(() => callFunction("sqrt", [readPostfix(reader)]));
      throw unexpected(token);
    case "end":
      throw unexpected(token);
  }
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
  if (token.type === "name") return token.text !== "x" && token.text !== "of";
  return token.type === "operator" && (token.text === "(" || token.text === "√");
}

function unexpected(token: Token, wanted?: string): Error {
  const found = token.type === "end" ? "it ends" : `there is '${toText(token)}' at character ${token.at + 1}`;
  return new Error(`The expression cannot be read: ${found} where ${wanted ?? "something else"} should be.`);
}

function toText(token: Token): string {
  switch (token.type) {
    case "number":
      return token.value.toString();
    case "name":
    case "operator":
      return token.text;
    case "end":
      return "";
  }
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

const GROUPED_NUMBER = /\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d.])/y;
const PLAIN_NUMBER = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const NAME = /[A-Za-z]+(?:10|2)?|π/y;
const SPACE = /\s+/y;

function toTokens(expression: string): readonly Token[] {
  const text = expression.replace(/[=?\s]+$/, "");
  const tokens: Token[] = [];
  /** For each open bracket, whether commas inside it separate arguments. */
  const brackets: boolean[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  while (at < text.length) {
    const space = match(SPACE);
    if (space !== undefined) {
      at += space.length;
      continue;
    }
    const number = (brackets.includes(true) ? undefined : match(GROUPED_NUMBER)) ?? match(PLAIN_NUMBER);
    if (number !== undefined) {
      tokens.push({ type: "number", value: toNumber(number.replaceAll(",", "")), at });
      at += number.length;
      continue;
    }
    const name = match(NAME);
    if (name !== undefined) {
      tokens.push({ type: "name", text: name.toLowerCase(), at });
      at += name.length;
      continue;
    }
    const length = text.startsWith("**", at) ? 2 : 1;
    const character = text.slice(at, at + length);
    const operator = REPLACEMENTS.get(character) ?? character;
    if (!["+", "-", "*", "**", "/", "%", "^", "!", "(", ")", ",", "√"].includes(operator)) {
      throw new Error(`The expression cannot be read: '${character}' at character ${at + 1} is not arithmetic.`);
    }
    if (operator === "(") brackets.push(tokens.at(-1)?.type === "name");
    if (operator === ")") brackets.pop();
    tokens.push({ type: "operator", text: operator, at });
    at += length;
  }
  tokens.push({ type: "end", at });
  return tokens;
}

function toNumber(text: string): Value {
  if (/^\d+$/.test(text)) return checkSize(BigInt(text));
  return toValue(Number(text));
}

/** Doubles that are whole and exact become exact numbers, so that `2.5 * 4` can be a remainder's operand. */
function toValue(value: Value): Value {
  if (typeof value === "bigint") return checkSize(value);
  if (Number.isNaN(value)) throw new Error("The result is not a real number.");
  if (!Number.isFinite(value)) throw new Error("The result is too large.");
  return Number.isSafeInteger(value) ? BigInt(value) : value;
}

const TOO_LARGE = 10n ** BigInt(MAX_DIGITS);

function checkSize(value: bigint): bigint {
  if (value >= TOO_LARGE || value <= -TOO_LARGE) throw new Error(`The result has more than ${MAX_DIGITS} digits.`);
  return value;
}

function isSafe(value: bigint): boolean {
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER);
}

function isPair(left: Value, right: Value): [bigint, bigint] | undefined {
  return typeof left === "bigint" && typeof right === "bigint" ? [left, right] : undefined;
}

function isLess(left: Value, right: Value): boolean {
  return left < right;
}

function negate(value: Value): Value {
  return typeof value === "bigint" ? -value : -value;
}

function add(left: Value, right: Value): Value {
  const pair = isPair(left, right);
  return toValue(pair ? pair[0] + pair[1] : Number(left) + Number(right));
}

function multiply(left: Value, right: Value): Value {
  const pair = isPair(left, right);
  return toValue(pair ? pair[0] * pair[1] : Number(left) * Number(right));
}

function divide(left: Value, right: Value): Value {
  if (Number(right) === 0) throw new Error("Division by zero.");
  const pair = isPair(left, right);
  if (pair && pair[0] % pair[1] === 0n) return pair[0] / pair[1];
  return toValue(Number(left) / Number(right));
}

/** The remainder with the divisor's sign: `-7 % 3` is 2. */
function modulo(left: Value, right: Value): Value {
  if (Number(right) === 0) throw new Error("Division by zero.");
  const pair = isPair(left, right);
  if (pair) return ((pair[0] % pair[1]) + pair[1]) % pair[1];
  const [dividend, divisor] = [Number(left), Number(right)];
  return toValue(dividend - divisor * Math.floor(dividend / divisor));
}

function raise(base: Value, exponent: Value): Value {
  const pair = isPair(base, exponent);
  if (!pair || pair[1] < 0n) {
    if (Number(base) === 0 && Number(exponent) < 0) throw new Error("Division by zero.");
    return toValue(Number(base) ** Number(exponent));
  }
  const [whole, power] = pair;
  const size = whole < 0n ? -whole : whole;
  if (size > 1n) {
    const digits = (size.toString().length - 1 || 0.301) * Number(power);
    if (digits > MAX_DIGITS) throw new Error(`The result has more than ${MAX_DIGITS} digits.`);
    return checkSize(whole ** power);
  }
  // 0, 1 and -1 to a power of any size.
  return size === 0n ? (power === 0n ? 1n : 0n) : whole < 0n && power % 2n === 1n ? -1n : 1n;
}

function factorial(value: Value): Value {
  if (typeof value !== "bigint" || value < 0n) throw new Error("A factorial needs a whole number from 0 up.");
  if (value > MAX_FACTORIAL) throw new Error(`Factorials go up to ${MAX_FACTORIAL}!.`);
  let product = 1n;
  for (let factor = 2n; factor <= value; factor += 1n) product *= factor;
  return checkSize(product);
}

function logarithm(value: Value, base: Value | undefined): Value {
  if (value <= 0) throw new Error("A logarithm needs a number above 0.");
  if (base === undefined) return Math.log10(Number(value));
  return toTidyNumber(Math.log(Number(value)) / Math.log(Number(base)));
}

function round(value: Value, places: Value): Value {
  if (typeof places !== "bigint" || places < 0n || places > 15n) {
    throw new Error("round takes 0 to 15 decimal places.");
  }
  if (typeof value === "bigint") return value;
  // Through the decimal text, so that 1.005 rounds as it reads.
  const [digits = "", exponent = "0"] = value.toExponential().split("e");
  const shifted = Math.sign(value) * Math.round(Math.abs(Number(`${digits}e${Number(exponent) + Number(places)}`)));
  return Number(`${shifted}e-${places}`);
}

function real(compute: (value: number) => number): FunctionEntry {
  return { least: 1, most: 1, apply: ([value = 0]) => compute(Number(value)) };
}
