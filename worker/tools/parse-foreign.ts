import { toBoundedJson } from "../protocol/bounded-json.ts";
import { type JsonValue, parseJson } from "../protocol/json.ts";

/** The value of a JSON text from outside, within the bounds of all foreign JSON. Throws a sentence about `subject`. */
export function parseForeign(text: string, subject: string): JsonValue {
  const parsed = parseJson(text);
  if (parsed === undefined) throw new Error(`${subject} is not JSON.`);
  const bounded = toBoundedJson(parsed);
  if (!bounded.ok) throw new Error(`${subject} is refused: ${bounded.reason}.`);
  return bounded.value;
}
