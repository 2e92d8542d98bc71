import { comparePython } from "./python-order.ts";
import {
  PythonFloat,
  PythonFunction,
  PythonNamespace,
  PythonTuple,
  type PythonValue,
  requireItems,
} from "./python-value.ts";

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
  if (value instanceof PythonFunction) throw new Error("Object of type function is not JSON serializable");
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
