import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../../worker/protocol/json.ts";

/** The first of these members that is there and not null. */
export function pick(value: JsonObject, ...names: readonly string[]): JsonValue | undefined {
  const name = names.find((each) => Object.hasOwn(value, each) && value[each] !== null);
  return name === undefined ? undefined : value[name];
}

/** One or many, as a list. */
export function toList(value: JsonValue | undefined): readonly JsonValue[] {
  if (value === undefined || value === null || typeof value === "boolean") return [];
  if (isJsonArray(value)) return value;
  return [value];
}

/** The text of a content, whatever its shape. */
export function toPlainText(value: JsonValue): string {
  if (typeof value === "string") return value;
  if (isJsonObject(value)) return toPlainText(pick(value, "text", "content", "value") ?? JSON.stringify(value));
  return isJsonArray(value) ? value.map(toPlainText).join("\n") : String(value);
}

/** `read_only` and `Read only` as `read-only`. */
export function toWord(value: JsonValue): string {
  return toPlainText(value).toLowerCase().replaceAll(/[_ ]/g, "-");
}
