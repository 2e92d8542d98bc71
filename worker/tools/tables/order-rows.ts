import { compareDecimals } from "./decimal.ts";
import type { Rows } from "./select-rows.ts";
import { type Column, isEmptyAt, isScaled } from "./table.ts";

/** The first rows by a column, equal ones in the table's order, empty cells last. */
export function orderRows(column: Column, rows: Rows, isDescending: boolean, limit: number): readonly number[] {
  const sign = isDescending ? -1 : 1;
  const keys = toKeys(column);
  const filled = rows.filter((row) => !isEmptyAt(column, row));
  const compare = (one: number, other: number) => sign * ((keys[one] ?? 0) - (keys[other] ?? 0)) || one - other;
  const first = filled.length <= limit * 2 ? Array.from(filled).sort(compare).slice(0, limit) : takeFirst();
  for (const row of rows) {
    if (first.length >= limit) break;
    if (isEmptyAt(column, row)) first.push(row);
  }
  return first;

  /** Without sorting the rest. */
  function takeFirst(): number[] {
    let best: number[] = [];
    /** The last one of those that counted when they were sorted last: whatever comes after it is out. */
    let bound: number | undefined;
    for (const row of filled) {
      if (bound !== undefined && compare(row, bound) >= 0) continue;
      best.push(row);
      if (best.length < limit * 2) continue;
      best = best.sort(compare).slice(0, limit);
      bound = best[limit - 1];
    }
    return best.sort(compare).slice(0, limit);
  }
}

/** For each row a number that stands in the order of its cell. */
function toKeys(column: Column): ArrayLike<number> {
  if (column.type !== "number") {
    const places = toPlaces(column.words, (one, other) => (one === other ? 0 : one < other ? -1 : 1));
    return column.codes.length === 0 ? [] : Float64Array.from(column.codes, (code) => places[code] ?? 0);
  }
  if (isScaled(column)) return column.scaled;
  return toPlaces(column.decimals, (one, other) =>
    one === null || other === null ? Number(one === null) - Number(other === null) : compareDecimals(one, other),
  );
}

/** Of each value, its place among the sorted ones; equal values share one. */
function toPlaces<Value>(values: readonly Value[], compare: (one: Value, other: Value) => number): Float64Array {
  const order = Array.from(values, (_, index) => index).sort((one, other) =>
    compare(values[one] as Value, values[other] as Value),
  );
  const places = new Float64Array(values.length);
  order.forEach((index, at) => {
    const before = order[at - 1];
    const isSame = before !== undefined && compare(values[before] as Value, values[index] as Value) === 0;
    places[index] = isSame ? (places[before] ?? 0) : at;
  });
  return places;
}
