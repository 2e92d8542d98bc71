import { PythonFloat } from "../../worker/formats/templates/python-value.ts";
import { isJsonObject, type JsonValue } from "../../worker/protocol/json.ts";

/**
 * JSON in which a number that is written as a float and has no fraction (`2.0`) becomes a `PythonFloat`: Python prints it
 * as it was written, and `JSON.parse` tells it from no integer.
 */
export function parseWithFloats(text: string): JsonValue {
  const mark = "\u0000float";
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g, (token) => {
    const isFloat = !token.startsWith('"') && /[.eE]/.test(token) && Number.isInteger(Number(token));
    return isFloat ? `{${JSON.stringify(mark)}:${token}}` : token;
  });
  return JSON.parse(marked, (_, value) =>
    isJsonObject(value) && mark in value ? new PythonFloat(Number(value[mark])) : value,
  );
}
