import { attempt } from "../protocol/attempt.ts";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../protocol/json.ts";
import { evaluateExpression } from "../tools/arithmetic/evaluate-expression.ts";
import { findTimeZone } from "../tools/dates/find-time-zone.ts";
import { toUnit } from "../tools/units/find-unit.ts";

/**
 * A call that answers a question. In `arguments` a plain value must be equal (texts whatever their case, numbers
 * whatever their notation); `{ "value": n }` is what an expression must compute to, `{ "unit": u }` any name of that
 * unit, `{ "zone": z }` of that time zone, `{ "words": [...] }` must all occur in the text, `{ "any": [...] }` lists
 * values of which one must be equal; a list must have equal items, `{ "set": [...] }` in any order, and an object must
 * be given as `{ "members": {...}, "optional": {...} }`. Members that are named neither here nor in `optional` must be
 * absent.
 */
export interface ExpectedCall {
  readonly name: string;
  readonly arguments: JsonObject;
  readonly optional?: JsonObject;
  /** Two arguments that may be given the other way round, as those of a sum. */
  readonly swap?: readonly [string, string];
}

/** Whether the arguments are those of the expected call. */
export function isRightCall(expected: ExpectedCall, given: JsonObject): boolean {
  if (hasRightArguments(expected, given)) return true;
  if (expected.swap === undefined) return false;
  const [left, right] = expected.swap;
  const exchange = (name: string): string => (name === left ? right : name === right ? left : name);
  const swapped = Object.fromEntries(Object.entries(given).map(([name, value]) => [exchange(name), value]));
  return hasRightArguments(expected, swapped);
}

function hasRightArguments(expected: ExpectedCall, given: JsonObject): boolean {
  const { arguments: wanted, optional = {} } = expected;
  const needed = Object.entries(wanted).every(([name, value]) => isRight(value, given[name]));
  const extra = Object.entries(given)
    .filter(([name]) => !Object.hasOwn(wanted, name))
    .every(([name, value]) => Object.hasOwn(optional, name) && isRight(optional[name], value));
  return needed && extra;
}

function isRight(wanted: JsonValue | undefined, given: JsonValue | undefined): boolean {
  if (wanted === undefined || given === undefined) return wanted === given;
  if (isJsonArray(wanted)) return isRightList(wanted, given);
  if (!isJsonObject(wanted)) return typeof wanted === "number" ? Number(given) === wanted : isSameText(wanted, given);
  if (Array.isArray(wanted.any)) return wanted.any.some((one: JsonValue) => isRight(one, given));
  if (isJsonArray(wanted.set)) return isRightSet(wanted.set, given);
  if (isJsonObject(wanted.members)) {
    const { members, optional } = wanted;
    const expected = { name: "", arguments: members, ...(isJsonObject(optional) ? { optional } : {}) };
    return isJsonObject(given) && isRightCall(expected, given);
  }
  const text = String(given);
  if (Array.isArray(wanted.words)) {
    return wanted.words.every((word) => text.toLowerCase().includes(String(word).toLowerCase()));
  }
  if (typeof wanted.zone === "string") return findTimeZone(text) === wanted.zone;
  if (typeof wanted.unit === "string") return toUnit(wanted.unit)?.name === toUnit(text)?.name;
  const { value } = wanted;
  if (typeof value === "number") {
    return attempt(() => Math.abs(Number(evaluateExpression(text)) - value) < 1e-9) ?? false;
  }
  throw new Error(`unknown comparison ${JSON.stringify(wanted)}`);
}

function isRightList(wanted: readonly JsonValue[], given: JsonValue): boolean {
  return isJsonArray(given) && given.length === wanted.length && wanted.every((one, at) => isRight(one, given[at]));
}

function isRightSet(wanted: readonly JsonValue[], given: JsonValue): boolean {
  if (!isJsonArray(given) || given.length !== wanted.length) return false;
  return wanted.every((one) => given.some((value) => isRight(one, value)));
}

function isSameText(wanted: JsonValue, given: JsonValue): boolean {
  return typeof wanted === "string" && typeof given === "string"
    ? wanted.toLowerCase() === given.trim().toLowerCase()
    : wanted === given;
}
