import { isJsonArray, isJsonObject, type JsonValue } from "../../protocol/json.ts";
import { readJsonText } from "./json-reader.ts";

/** The kinds of value that a schema allows, as far as they decide how a text is read. */
type Kind = "null" | "boolean" | "integer" | "number" | "array" | "object" | "string";

/** Names of each type in schemas. */
const NAMES: readonly (readonly [Kind, string])[] = [
  ["null", "null none"],
  ["boolean", "boolean bool"],
  ["integer", "integer int int32 int64 uint long short"],
  ["number", "number num float double"],
  ["array", "array list tuple arr"],
  ["object", "object dict map"],
  ["string", "string str text"],
];
const KINDS = new Map(NAMES.flatMap(([kind, names]) => names.split(" ").map((name) => [name, kind] as const)));

/**
 * Gives the text of an argument the type that its schema declares. Null, booleans, numbers, arrays and objects are
 * tried in this order, where declared; any other text, or one whose schema declares no type, stays a string.
 * `null` is null for every schema that does not list it as a text.
 */
export function toTypedValue(text: string, schema: JsonValue | undefined): JsonValue {
  const trimmed = text.trim();
  const kinds = collectKinds(schema);
  const word = trimmed.toLowerCase();
  if (word === "null" && !listsText(schema, text)) return null;
  if (word === "none" && kinds.has("null") && !listsText(schema, text)) return null;
  if (kinds.has("boolean") && (word === "true" || word === "false")) return word === "true";
  if (kinds.has("integer") || kinds.has("number")) {
    const number = toNumber(trimmed);
    if (number !== null) return number;
  }
  if (kinds.has("array") || kinds.has("object")) {
    const read = readJsonText(trimmed, { python: true, bareKeys: true });
    if (read.ok && kinds.has(isJsonArray(read.value) ? "array" : "object")) return read.value;
  }
  return text;
}

/** True when a schema allows only strings: a value that looks like another kind is a string too. */
export function isTextSchema(schema: JsonValue | undefined): boolean {
  const kinds = collectKinds(schema);
  return kinds.has("string") && kinds.size === 1;
}

/** The number that a decimal text stands for, leading zeros and a plus sign allowed; null for any other text. */
export function toNumber(text: string): number | null {
  if (!/^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/.test(text)) return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

function collectKinds(schema: JsonValue | undefined, kinds = new Set<Kind>(), depth = 0): ReadonlySet<Kind> {
  if (!isJsonObject(schema) || depth > 8) return kinds;
  const type = schema.type;
  const names = type === undefined ? [] : isJsonArray(type) ? type : [type];
  for (const name of names) {
    const kind = typeof name === "string" ? KINDS.get(name.toLowerCase()) : undefined;
    if (kind !== undefined) kinds.add(kind);
  }
  if (schema.nullable === true) kinds.add("null");
  for (const key of ["anyOf", "oneOf", "allOf"]) {
    const branches = schema[key];
    if (isJsonArray(branches)) for (const branch of branches) collectKinds(branch, kinds, depth + 1);
  }
  const listed = schema.enum;
  if (names.length === 0 && isJsonArray(listed)) for (const value of listed) kinds.add(kindOf(value));
  if (names.length === 0 && Object.hasOwn(schema, "const")) kinds.add(kindOf(schema.const ?? null));
  if (kinds.size === 0 && isJsonObject(schema.properties)) kinds.add("object");
  if (kinds.size === 0 && schema.items !== undefined) kinds.add("array");
  return kinds;
}

function kindOf(value: JsonValue): Kind {
  if (value === null) return "null";
  return isJsonArray(value) ? "array" : (typeof value as "boolean" | "number" | "string" | "object");
}

function listsText(schema: JsonValue | undefined, text: string): boolean {
  if (!isJsonObject(schema)) return false;
  const listed = schema.enum;
  return schema.const === text || (isJsonArray(listed) && listed.includes(text));
}
