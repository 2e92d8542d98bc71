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
export class PythonFunction {
  readonly call: (positional: readonly PythonValue[], named: NamedArguments) => PythonValue;
  constructor(call: (positional: readonly PythonValue[], named: NamedArguments) => PythonValue) {
    this.call = call;
  }
}

/** Converts a JSON value to Python's, deep. What is Python's already stays as it is; anything else is undefined. */
export function toPythonValue(value: unknown): PythonValue {
  if (value === null || value === undefined) return value;
  switch (typeof value) {
    case "boolean":
    case "number":
    case "string":
      return value;
    case "object":
      if (value instanceof PythonFunction || value instanceof PythonFloat) return value;
      if (Array.isArray(value)) return value.map(toPythonValue);
      return new Map(Object.entries(value).map(([key, item]) => [key, toPythonValue(item)]));
    default:
      return undefined;
  }
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
  return value instanceof PythonFunction ? "function" : "namespace";
}
