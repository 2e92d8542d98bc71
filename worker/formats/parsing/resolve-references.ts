import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../protocol/json.ts";
import { member } from "./call-object.ts";

/** References followed in a row; a level of branches counts as three, which bounds the exponential growth of branches. */
const MAX_STEPS = 8;

/**
 * The schema with its own `$ref`, and those of its `anyOf`, `oneOf` and `allOf` branches, replaced by what they point to
 * inside `root`. A dangling reference becomes an object, which is what references are mostly used for.
 */
export function resolveReferences(schema: JsonValue | undefined, root: JsonObject, steps = 0): JsonValue | undefined {
  if (!isJsonObject(schema)) return schema;
  const reference = member(schema, "$ref");
  if (typeof reference === "string") {
    const target = steps < MAX_STEPS ? findReferenced(reference, root) : undefined;
    return target === undefined ? { type: "object" } : resolveReferences(target, root, steps + 1);
  }
  const resolved: { [key: string]: JsonValue } = {};
  for (const key of ["anyOf", "oneOf", "allOf"]) {
    const branches = member(schema, key);
    if (!isJsonArray(branches) || steps >= MAX_STEPS) continue;
    resolved[key] = branches.map((branch) => resolveReferences(branch, root, steps + 3) ?? null);
  }
  return Object.keys(resolved).length === 0 ? schema : { ...schema, ...resolved };
}

/** The target of a local reference: `#/$defs/name`, or `#` for the schema itself. */
export function findReferenced(reference: string, root: JsonObject): JsonValue | undefined {
  if (!/^#(?:\/|$)/.test(reference)) return undefined;
  let found: JsonValue | undefined = root;
  for (const part of reference.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    found = isJsonObject(found) ? member(found, key) : undefined;
  }
  return found;
}
