/**
 * The values of a template, as Python has them: a number is an integer unless it has a fraction or is a `PythonFloat`;
 * `undefined` is Jinja's Undefined.
 */
export type PythonValue =
  | undefined
  | null
  | boolean
  | number
  | string
  | PythonFloat
  | PythonTuple
  | PythonNamespace
  | PythonFunction
  | PythonValue[]
  | PythonDict;

/** A dictionary; its order is the order of insertion. */
export type PythonDict = Map<PythonValue, PythonValue>;

/** A float without a fraction, which is still printed with one (`1.0`). */
export class PythonFloat {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** A tuple. */
export class PythonTuple {
  readonly items: readonly PythonValue[];
  constructor(items: readonly PythonValue[]) {
    this.items = items;
  }
}

/** An object whose attributes a template can set: `namespace(...)`, and `loop`, which can be called as well. */
export class PythonNamespace {
  readonly members: Map<string, PythonValue>;
  readonly callee: PythonFunction | null;
  constructor(members: Map<string, PythonValue>, callee: PythonFunction | null = null) {
    this.members = members;
    this.callee = callee;
  }
}

/** Arguments by name. */
export type NamedArguments = ReadonlyMap<string, PythonValue>;

/** A function or method that a template can call. */
export type PythonFunction = (positional: readonly PythonValue[], named: NamedArguments) => PythonValue;

/** Converts a JSON value to Python's, deep. What is Python's already stays as it is; anything else is undefined. */
export function toPythonValue(value: unknown): PythonValue {
  if (value === null || value instanceof PythonFloat) return value;
  if (typeof value === "boolean" || typeof value === "number" || typeof value === "string") return value;
  if (typeof value !== "object") return undefined;
  if (Array.isArray(value)) return value.map(toPythonValue);
  return new Map(Object.entries(value).map(([key, item]) => [key, toPythonValue(item)]));
}

/** The value as a number, booleans included; null if it is not one. */
export function toNumeric(value: PythonValue): number | null {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  return value instanceof PythonFloat ? value.value : null;
}

/** True for floats, with or without a fraction. */
export function isFloat(value: PythonValue): boolean {
  return value instanceof PythonFloat || (typeof value === "number" && !Number.isInteger(value));
}

/** A number as a float. */
export function toFloat(value: number): PythonValue {
  return Number.isInteger(value) ? new PythonFloat(value) : value;
}

/** Python's `bool(value)`. */
export function isTruthy(value: PythonValue): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === "boolean") return value;
  const number = toNumeric(value);
  if (number !== null) return number !== 0;
  const length = lengthOf(value);
  return length === null || length > 0;
}

/** Python's `len(value)`; null for a value without length. A string counts code points. */
export function lengthOf(value: PythonValue): number | null {
  if (value === undefined) return 0;
  if (typeof value === "string") return /[\ud800-\udfff]/.test(value) ? [...value].length : value.length;
  if (Array.isArray(value)) return value.length;
  if (value instanceof PythonTuple) return value.items.length;
  return value instanceof Map ? value.size : null;
}

/** The items that a loop over a value visits; null if it is not iterable. */
export function itemsOf(value: PythonValue): readonly PythonValue[] | null {
  if (value === undefined) return [];
  if (typeof value === "string") return [...value];
  if (Array.isArray(value)) return value;
  if (value instanceof PythonTuple) return value.items;
  return value instanceof Map ? [...value.keys()] : null;
}

/** The items of a value. Throws in Python's words if it is not iterable. */
export function requireItems(value: PythonValue): readonly PythonValue[] {
  const items = itemsOf(value);
  if (items === null) throw new Error(`'${typeName(value)}' object is not iterable`);
  return items;
}

/** Python's name of a value's type. */
export function typeName(value: PythonValue): string {
  if (value === undefined) return "Undefined";
  if (value === null) return "NoneType";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "string") return "str";
  if (isFloat(value)) return "float";
  if (typeof value === "number") return "int";
  if (Array.isArray(value)) return "list";
  if (value instanceof PythonTuple) return "tuple";
  if (value instanceof Map) return "dict";
  return typeof value === "function" ? "function" : "namespace";
}

/** Python's `==`, deep. */
export function isEqual(left: PythonValue, right: PythonValue): boolean {
  const [first, second] = [toNumeric(left), toNumeric(right)];
  if (first !== null && second !== null) return first === second;
  if (Array.isArray(left) && Array.isArray(right)) return areEqual(left, right);
  if (left instanceof PythonTuple && right instanceof PythonTuple) return areEqual(left.items, right.items);
  if (left instanceof Map && right instanceof Map) {
    return (
      left.size === right.size && [...left].every(([key, item]) => right.has(key) && isEqual(item, right.get(key)))
    );
  }
  return left === right;
}

function areEqual(left: readonly PythonValue[], right: readonly PythonValue[]): boolean {
  return left.length === right.length && left.every((item, index) => isEqual(item, right[index]));
}

/** The order of two values, below, at or above zero. Throws for kinds that Python does not compare. */
export function comparePython(left: PythonValue, right: PythonValue): number {
  const [first, second] = [toNumeric(left), toNumeric(right)];
  if (first !== null && second !== null) return first - second;
  if (typeof left === "string" && typeof right === "string") return left < right ? -1 : left > right ? 1 : 0;
  const [firstItems, secondItems] = [left, right].map((value) => (typeof value === "string" ? null : itemsOf(value)));
  if (firstItems && secondItems && typeName(left) === typeName(right) && left !== undefined) {
    for (const [index, item] of firstItems.entries()) {
      if (index >= secondItems.length) return 1;
      if (!isEqual(item, secondItems[index])) return comparePython(item, secondItems[index]);
    }
    return firstItems.length - secondItems.length;
  }
  throw new Error(`'${typeName(left)}' and '${typeName(right)}' cannot be compared`);
}

/** Python's `str(value)`: what a template prints. Undefined prints nothing. */
export function toPythonText(value: PythonValue): string {
  if (typeof value === "string") return value;
  return value === undefined ? "" : toPythonRepr(value);
}

/** Python's `repr(value)`. */
export function toPythonRepr(value: PythonValue): string {
  if (value === undefined) return "Undefined";
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return toStringRepr(value);
  if (typeof value === "number") return toNumberText(value, !Number.isInteger(value));
  if (value instanceof PythonFloat) return toNumberText(value.value, true);
  if (Array.isArray(value)) return `[${value.map(toPythonRepr).join(", ")}]`;
  if (value instanceof PythonTuple) {
    return `(${value.items.map(toPythonRepr).join(", ")}${value.items.length === 1 ? "," : ""})`;
  }
  if (value instanceof Map) {
    return `{${[...value].map(([key, item]) => `${toPythonRepr(key)}: ${toPythonRepr(item)}`).join(", ")}}`;
  }
  return value instanceof PythonNamespace ? "<Namespace>" : "<function>";
}

function toNumberText(value: number, asFloat: boolean): string {
  if (!asFloat) return Number.isSafeInteger(value) ? String(value) : BigInt(value).toString();
  if (Number.isInteger(value) && Math.abs(value) < 1e16) return `${Object.is(value, -0) ? "-0" : value}.0`;
  return String(value).replace(/e([+-])(\d)$/, "e$10$2");
}

const REPR_ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function toStringRepr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replace(/\\|(?! )[\p{C}\p{Z}]/gu, (unit) => REPR_ESCAPES[unit] ?? toHexEscape(unit));
  return quote + escaped.replaceAll(quote, quote === "'" ? "\\'" : '"') + quote;
}

function toHexEscape(unit: string): string {
  const hex = (unit.codePointAt(0) ?? 0).toString(16);
  if (hex.length <= 2) return `\\x${hex.padStart(2, "0")}`;
  return hex.length <= 4 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}

/** How `json.dumps` writes. */
interface JsonTextOptions {
  /** Spaces a level; null writes one line. */
  readonly indent: number | null;
  readonly ensureAscii: boolean;
  readonly sortKeys: boolean;
  /** Between items, and between a key and its value; null for Python's own. */
  readonly separators: readonly [item: string, key: string] | null;
}

/** Python's `json.dumps(value)`. What is undefined becomes null. */
export function toJsonText(value: PythonValue, options: JsonTextOptions, depth = 1): string {
  if (value === undefined || value === null) return "null";
  if (typeof value === "boolean") return String(value);
  if (typeof value === "string") return toJsonString(value, options.ensureAscii);
  if (typeof value === "number" || value instanceof PythonFloat) return toPythonRepr(value);
  if (typeof value === "function") throw new Error("Object of type function is not JSON serializable");
  const [between, afterKey] = options.separators ?? [options.indent === null ? ", " : ",", ": "];
  let parts: string[];
  if (value instanceof Map || value instanceof PythonNamespace) {
    const members = value instanceof Map ? [...value] : [...value.members];
    if (options.sortKeys) members.sort(([left], [right]) => comparePython(left, right));
    parts = members.map(([key, item]) => {
      const name = typeof key === "string" ? key : toJsonText(key, options);
      return toJsonString(name, options.ensureAscii) + afterKey + toJsonText(item, options, depth + 1);
    });
  } else {
    parts = requireItems(value).map((item) => toJsonText(item, options, depth + 1));
  }
  const [open, close] = value instanceof Map || value instanceof PythonNamespace ? ["{", "}"] : ["[", "]"];
  if (parts.length === 0) return open + close;
  if (options.indent === null) return open + parts.join(between) + close;
  const inner = `\n${" ".repeat(options.indent * depth)}`;
  return `${open}${inner}${parts.join(between + inner)}\n${" ".repeat(options.indent * (depth - 1))}${close}`;
}

function toJsonString(text: string, ensureAscii: boolean): string {
  const json = JSON.stringify(text);
  if (!ensureAscii) return json;
  return json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
