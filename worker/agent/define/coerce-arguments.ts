import { toBoundedJson } from "../../protocol/bounded-json.ts";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  parseJson,
} from "../../protocol/json.ts";
import { cutText } from "../../protocol/shorten.ts";
import type { ArgumentProblem } from "../../protocol/tool.ts";

/** Arguments with strings coerced to the schema's types, and a list of the changes. */
export interface CoercedArguments {
  readonly arguments: JsonObject;
  /** One entry a change, as `path: from -> to`; the path is a JSON Pointer. */
  readonly coerced: readonly string[];
}

/**
 * Coerces strings to the schema's types (`"3"` to 3, `"true"` to true, `"[1]"` to a list), because small models often
 * quote everything. A string changes only if the schema refuses text and exactly one other reading exists; everything
 * else is left to validation.
 */
export function coerceArguments(args: JsonObject, schema: JsonSchema): CoercedArguments {
  const coerced: string[] = [];
  const value = coerce(args, schema, { root: schema, path: "", coerced, branches: { left: MAX_BRANCHES } });
  return { arguments: isJsonObject(value) ? value : args, coerced };
}

interface Position {
  readonly root: JsonSchema;
  readonly path: string;
  readonly coerced: string[];
  readonly branches: { left: number };
}

/** Characters of a value in the list of changes. */
const MAX_SHOWN = 60;
/** Alternatives that are looked at for all values together; the values after that stay as they are. */
const MAX_BRANCHES = 200_000;

function coerce(value: JsonValue, schema: JsonSchema, at: Position): JsonValue {
  if (at.branches.left <= 0) return value;
  const branches = toBranches(schema, at.root, 8);
  at.branches.left -= 1 + branches.length;
  if (typeof value === "string") {
    if (branches.some((branch) => acceptsText(branch, value))) return value;
    const readings = new Map<string, JsonValue>();
    for (const branch of branches) {
      for (const reading of readText(branch, value)) readings.set(JSON.stringify(reading), reading);
    }
    const [only, ...others] = readings.values();
    if (only === undefined || others.length > 0) return value;
    at.coerced.push(
      `${at.path}: ${cutText(JSON.stringify(value), MAX_SHOWN)} -> ${cutText(JSON.stringify(only), MAX_SHOWN)}`,
    );
    return typeof only === "object" ? coerce(only, schema, at) : only;
  }
  // With several alternatives it is unclear which one is meant.
  const [branch, ...rest] = branches;
  if (branch === undefined || rest.length > 0) return value;
  if (isJsonObject(value)) {
    const properties = isJsonObject(branch.properties) ? branch.properties : {};
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => {
        const memberSchema = Object.hasOwn(properties, key) ? properties[key] : undefined;
        if (!isJsonObject(memberSchema)) return [key, member];
        return [key, coerce(member, memberSchema, { ...at, path: `${at.path}/${toPointerToken(key)}` })];
      }),
    );
  }
  if (isJsonArray(value)) {
    const items = branch.items;
    if (!isJsonObject(items)) return value;
    return value.map((item, index) => coerce(item, items, { ...at, path: `${at.path}/${index}` }));
  }
  return value;
}

/** The alternatives that a schema allows, with local references followed. */
function toBranches(schema: JsonSchema, root: JsonSchema, depth: number): readonly JsonSchema[] {
  if (depth === 0) return [];
  const reference = schema.$ref;
  if (typeof reference === "string") {
    const target = reference.startsWith("#") ? followPointer(root, reference) : undefined;
    return isJsonObject(target) ? toBranches(target, root, depth - 1) : [];
  }
  for (const keyword of ["anyOf", "oneOf"]) {
    const choices = schema[keyword];
    if (!isJsonArray(choices)) continue;
    return choices.filter((choice) => isJsonObject(choice)).flatMap((choice) => toBranches(choice, root, depth - 1));
  }
  return [schema];
}

/**
 * The JSON Pointers of fields that a closed object of the schema does not list. Where several alternatives could be meant
 * none is looked into.
 */
export function findUnknown(value: JsonValue, schema: JsonSchema, root: JsonSchema, path = ""): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const kind = isJsonArray(value) ? "array" : "object";
  const [branch, ...others] = toBranches(schema, root, 8).filter((choice) => toTypes(choice).includes(kind));
  if (branch === undefined || others.length > 0) return [];
  if (isJsonArray(value)) {
    const { items } = branch;
    return isJsonObject(items)
      ? value.flatMap((item, index) => findUnknown(item, items, root, `${path}/${index}`))
      : [];
  }
  const properties = isJsonObject(branch.properties) ? branch.properties : {};
  return Object.entries(value).flatMap(([key, member]) => {
    const at = `${path}/${toPointerToken(key)}`;
    const listed = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (listed === undefined) return branch.additionalProperties === false ? [at] : [];
    return isJsonObject(listed) ? findUnknown(member, listed, root, at) : [];
  });
}

function toTypes(schema: JsonSchema): readonly JsonValue[] {
  const type = schema.type;
  if (type === undefined) return [];
  return isJsonArray(type) ? type : [type];
}

function toFixedValues(schema: JsonSchema): readonly JsonValue[] | undefined {
  if (schema.const !== undefined) return [schema.const];
  const values = schema.enum;
  return isJsonArray(values) ? values : undefined;
}

function acceptsText(schema: JsonSchema, text: string): boolean {
  const fixed = toFixedValues(schema);
  if (fixed !== undefined) return fixed.includes(text);
  const types = toTypes(schema);
  return types.length === 0 || types.includes("string");
}

const NUMBER = /^[+-]?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function readText(schema: JsonSchema, text: string): readonly JsonValue[] {
  const trimmed = text.trim();
  const fixed = toFixedValues(schema);
  if (fixed !== undefined) return fixed.filter((value) => typeof value !== "string" && isSameText(value, trimmed));
  const readings: JsonValue[] = [];
  for (const type of toTypes(schema)) {
    if ((type === "number" || type === "integer") && NUMBER.test(trimmed)) {
      const number = Number(trimmed);
      if (Number.isFinite(number) && (type === "number" || Number.isInteger(number))) readings.push(number);
    }
    if (type === "boolean" && /^(?:true|false)$/i.test(trimmed)) readings.push(trimmed.toLowerCase() === "true");
    if (type === "null" && trimmed === "null") readings.push(null);
    if ((type === "array" && trimmed.startsWith("[")) || (type === "object" && trimmed.startsWith("{"))) {
      const bounded = toBoundedJson(parseJson(trimmed));
      if (bounded.ok) readings.push(bounded.value);
    }
  }
  return readings;
}

function isSameText(value: JsonValue, text: string): boolean {
  return typeof value === "number" ? NUMBER.test(text) && Number(text) === value : JSON.stringify(value) === text;
}

/** One step of a JSON Pointer (RFC 6901, section 3). */
export function toPointerToken(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The value that a JSON Pointer leads to, perhaps with the `#` of a reference before it; undefined if there is none. */
export function followPointer(root: JsonValue, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const token of pointer.split("/").slice(1)) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (isJsonArray(value)) value = value[Number(key)];
    else value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value;
}

/** Arguments bounded in size and coerced to a schema, or why they cannot be. */
export function openInput(
  raw: JsonObject,
  parameters: JsonSchema,
): ({ readonly ok: true } & CoercedArguments) | { readonly ok: false; readonly problems: readonly ArgumentProblem[] } {
  const bounded = toBoundedJson(raw);
  if (!bounded.ok) return { ok: false, problems: [{ path: "", message: `cannot be accepted: ${bounded.reason}` }] };
  if (!isJsonObject(bounded.value)) return { ok: false, problems: [{ path: "", message: "must be an object" }] };
  return { ok: true, ...coerceArguments(bounded.value, parameters) };
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  int: "a whole number",
  integer: "a whole number",
  number: "a number",
  object: "an object",
  record: "an object",
  array: "a list",
  string: "text",
  boolean: "true or false",
};

/** A type of a schema in a sentence for the model. */
export function toTypeName(type: string): string {
  return TYPE_NAMES[type] ?? type;
}
