import { attempt } from "../../worker/protocol/attempt.ts";
import { isForbiddenKey, isJsonObject, type JsonObject } from "../../worker/protocol/json.ts";

/**
 * JSON text as an object, or nothing when it is something else or has a key that reaches for a prototype. Its size is bounded
 * where the worker checks a call.
 */
export function toJsonObject(text: string): JsonObject | undefined {
  const value: unknown = attempt(() =>
    JSON.parse(text, (key, member) => {
      if (isForbiddenKey(key)) throw new SyntaxError(key);
      return member;
    }),
  );
  return isJsonObject(value) ? value : undefined;
}
