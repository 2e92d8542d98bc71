import { isJsonArray, isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from "../../protocol/json.ts";

/** Keywords with schemas for the same value. */
const SAME_VALUE = ["allOf", "anyOf", "oneOf", "not", "if", "then", "else"];
/** Keywords with such schemas by the name of a field. */
const SAME_VALUE_BY_FIELD = ["dependentSchemas", "dependencies"];
/** Keywords with one schema, or a list of schemas by position, for every item or field. */
const EVERY_ITEM = ["items", "prefixItems", "additionalItems", "unevaluatedItems", "contains"];
const EVERY_FIELD = ["additionalProperties", "unevaluatedProperties", "propertyNames"];
/** Keywords whose own value is compared with, or written into each error. */
const COMPARED = ["const", "enum", "required", "dependentRequired", "type"];
/** Characters that cost about as much to compare or to write as applying one schema. */
const CHARACTERS_A_CHECK = 64;

/**
 * How many schemas a validation applies to values, without validating; stops counting above `limit`. An upper bound: it
 * expects every branch to be taken.
 */
export function estimateChecks(schema: JsonSchema, value: JsonValue, limit: number): number {
  const own = new Map<JsonObject, number>();
  let checks = 0;

  const count = (part: JsonValue | undefined, item: JsonValue): void => {
    if (checks > limit || part === undefined) return;
    checks += 1;
    if (!isJsonObject(part)) return;
    checks += countOwn(part, item, own);
    for (const branch of toBranches(part)) count(branch, item);
    for (const [inner, each] of toInner(part, item)) count(inner, each);
  };
  count(schema, value);
  return checks;
}

type Pair = readonly [schema: JsonValue | undefined, value: JsonValue];

/** The schemas inside a schema that are for the value's items or fields, each with its value. */
function* toInner(schema: JsonObject, value: JsonValue): Generator<Pair> {
  if (isJsonArray(value)) {
    for (const items of EVERY_ITEM.map((keyword) => schema[keyword]).filter((each) => each !== undefined)) {
      for (const [index, item] of value.entries()) yield [isJsonArray(items) ? items[index] : items, item];
    }
  } else if (isJsonObject(value)) {
    const properties = isJsonObject(schema.properties) ? schema.properties : {};
    for (const [key, field] of Object.entries(value)) {
      if (Object.hasOwn(properties, key)) yield [properties[key], field];
      for (const keyword of EVERY_FIELD) yield [schema[keyword], keyword === "propertyNames" ? key : field];
    }
  }
}

/** The cost of a schema beside its parts: its texts, the value's length, and each pair of items that must differ. */
function countOwn(schema: JsonObject, value: JsonValue, known: Map<JsonObject, number>): number {
  let characters = known.get(schema);
  if (characters === undefined) {
    characters = COMPARED.reduce((sum, keyword) => sum + toLength(schema[keyword]), 0);
    known.set(schema, characters);
  }
  if (typeof value === "string") characters += value.length;
  if (isJsonArray(value) && schema.uniqueItems === true) characters += value.length * toLength(value);
  return Math.floor(characters / CHARACTERS_A_CHECK);
}

function toLength(value: JsonValue | undefined): number {
  return value === undefined ? 0 : JSON.stringify(value).length;
}

/** The schemas inside a schema that are for the same value. */
function toBranches(schema: JsonObject): readonly (JsonValue | undefined)[] {
  const branches = SAME_VALUE.flatMap((keyword) => schema[keyword]);
  const byField = SAME_VALUE_BY_FIELD.map((keyword) => schema[keyword]).filter(isJsonObject);
  return [...branches, ...byField.flatMap((schemas) => Object.values(schemas))];
}
