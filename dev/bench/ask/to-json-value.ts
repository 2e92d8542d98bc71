import type { JsonValue } from "../../../worker/protocol/json.ts";

/** Plain data as JSON holds it: what is undefined is left out. */
export function toJsonValue(value: object | string | null): JsonValue {
  return JSON.parse(JSON.stringify(value));
}
