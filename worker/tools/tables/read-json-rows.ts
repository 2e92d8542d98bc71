import { isJsonArray, isJsonObject, type JsonValue, parseJson } from "../../protocol/json.ts";

/** The objects of a JSON text as rows, the first of which holds the names and is alone where they are too many; null where it is no list of objects. */
export function readJsonRows(text: string, maxNames: number): readonly (readonly string[])[] | null {
  const value = parseJson(text);
  const list = isJsonArray(value) ? value : isJsonObject(value) ? Object.values(value).find(isJsonArray) : undefined;
  const objects = (list ?? []).filter((each) => isJsonObject(each));
  if (list === undefined || objects.length === 0 || objects.length < list.length) return null;
  const names = [...new Set(objects.flatMap((each) => Object.keys(each)))];
  if (names.length > maxNames) return [names];
  return [names, ...objects.map((each) => names.map((name) => toCell(each[name])))];
}

function toCell(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
