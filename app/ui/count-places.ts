import type { JsonValue } from "../../worker/protocol/json.ts";

/** Cells of a file have seldom more, quotients mostly. */
const MAX_EXACT_PLACES = 9;

/** The places that a number is shown with: none, or two or more; two for a quotient that does not end. */
export function countPlaces(value: JsonValue | undefined): number {
  if (typeof value !== "number" || Number.isInteger(value)) return 0;
  const places = String(value).split(".")[1]?.length ?? 0;
  return places > MAX_EXACT_PLACES && Math.abs(value) >= 1 ? 2 : Math.min(20, Math.max(2, places));
}
