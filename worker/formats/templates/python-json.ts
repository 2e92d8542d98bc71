import { isJsonArray, type JsonValue } from "../../protocol/json.ts";

/** JSON text as Python's `json.dumps(value, ensure_ascii=False)` writes it, which chat templates were trained on. */
export function toPythonJson(value: JsonValue, indent = 0, depth = 1): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const isArray = isJsonArray(value);
  const members = isArray
    ? value.map((item) => toPythonJson(item, indent, depth + 1))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${toPythonJson(item, indent, depth + 1)}`);
  const [open, close] = isArray ? ["[", "]"] : ["{", "}"];
  if (members.length === 0) return open + close;
  if (indent === 0) return `${open}${members.join(", ")}${close}`;
  const inner = " ".repeat(indent * depth);
  const outer = " ".repeat(indent * (depth - 1));
  return `${open}\n${inner}${members.join(`,\n${inner}`)}\n${outer}${close}`;
}
