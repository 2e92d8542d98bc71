import type { JsonValue } from "../../worker/protocol/json.ts";
import { toShownPlaces } from "../../worker/protocol/shown-places.ts";

/** The places that a number is shown with: none, or two or more; two for a quotient that does not end. */
export function countPlaces(value: JsonValue | undefined): number {
  if (typeof value !== "number" || Number.isInteger(value)) return 0;
  return toShownPlaces(String(value).split(".")[1]?.length ?? 0, value);
}
