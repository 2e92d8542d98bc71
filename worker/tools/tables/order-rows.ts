import type { Rows } from "./select-rows.ts";
import { type Column, isEmptyAt, toComparer } from "./table.ts";

/** The first rows by a column, equal ones in the table's order, empty cells last. */
export function orderRows(column: Column, rows: Rows, isDescending: boolean, limit: number): readonly number[] {
  const sign = isDescending ? -1 : 1;
  const compareCells = toComparer(column);
  const filled = rows.filter((row) => !isEmptyAt(column, row));
  const compare = (one: number, other: number) => sign * compareCells(one, other) || one - other;
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
