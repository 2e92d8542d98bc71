import type { JsonValue } from "../../protocol/json.ts";
import { addDecimals, compareDecimals, type Decimal, divideDecimal, toJsonNumber } from "./decimal.ts";
import type { Rows } from "./select-rows.ts";
import {
  type Column,
  isEmptyAt,
  isScaled,
  type NumberColumn,
  readNumber,
  readValue,
  type ScaledColumn,
  toComparer,
} from "./table.ts";

/** A value for each group, null for a group without cells, and of how many cells each is made. */
export interface GroupValues<Value> {
  readonly values: readonly (Value | null)[];
  readonly counts: Float64Array;
}

/** Rows in groups: of each row at the same place in `rows`, its group's number from 0. */
export interface Grouping {
  readonly rows: Rows;
  readonly groups: Uint32Array;
  readonly count: number;
}

/** The largest whole number that a double still counts up to by ones. */
const MAX_EXACT = Number.MAX_SAFE_INTEGER;

/** Computes with a column's numbers, exactly, whatever they are. */
export function addUp(
  column: NumberColumn,
  grouping: Grouping,
  operation: "sum" | "average" | "median",
): GroupValues<JsonValue> {
  const compute = operation === "median" ? findMedians : sumNumbers;
  const { values, counts } = compute(column, grouping);
  const results = values.map((value, group) => {
    if (value === null) return null;
    return toJsonNumber(operation === "average" ? divideDecimal(value, counts[group] ?? 1) : value);
  });
  return { values: results, counts };
}

/** The cell of each group that comes first in a column's order, or last. */
export function findEnds(
  column: Column,
  { rows, groups, count }: Grouping,
  operation: "min" | "max",
): GroupValues<JsonValue> {
  const sign = operation === "min" ? 1 : -1;
  const compare = toComparer(column);
  const ends = new Int32Array(count).fill(-1);
  const counts = new Float64Array(count);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    if (isEmptyAt(column, row)) continue;
    const group = groups[at] ?? 0;
    const end = ends[group] ?? -1;
    counts[group] = (counts[group] ?? 0) + 1;
    if (end < 0 || sign * compare(row, end) < 0) ends[group] = row;
  }
  return { values: Array.from(ends, (row) => (row < 0 ? null : readValue(column, row))), counts };
}

/** Adds doubles that are whole, so many that they cannot pass what a double counts exactly, then moves them on. */
function sumScaled({ scaled, scale, largest }: ScaledColumn, { rows, groups, count }: Grouping): GroupValues<Decimal> {
  const counts = new Float64Array(count);
  const sums = new Float64Array(count);
  const moved: bigint[] | null = largest * rows.length <= MAX_EXACT ? null : new Array<bigint>(count).fill(0n);
  const step = moved === null ? rows.length : Math.max(1, Math.floor(MAX_EXACT / largest));
  for (let from = 0; from < rows.length; from += step) {
    const to = Math.min(rows.length, from + step);
    for (let at = from; at < to; at += 1) {
      const value = scaled[rows[at] ?? 0] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      const group = groups[at] ?? 0;
      sums[group] = (sums[group] ?? 0) + value;
      counts[group] = (counts[group] ?? 0) + 1;
    }
    if (moved === null) continue;
    for (let group = 0; group < count; group += 1) moved[group] = (moved[group] ?? 0n) + BigInt(sums[group] ?? 0);
    sums.fill(0);
  }
  const values = Array.from(counts, (number, group) =>
    number === 0 ? null : { digits: moved?.[group] ?? BigInt(sums[group] ?? 0), scale },
  );
  return { values, counts };
}

function sumNumbers(column: NumberColumn, grouping: Grouping): GroupValues<Decimal> {
  if (isScaled(column)) return sumScaled(column, grouping);
  const { rows, groups, count } = grouping;
  const values = new Array<Decimal | null>(count).fill(null);
  const counts = new Float64Array(count);
  rows.forEach((row, at) => {
    const number = readNumber(column, row);
    if (number === null) return;
    const group = groups[at] ?? 0;
    values[group] = addDecimals(values[group] ?? ZERO, number);
    counts[group] = (counts[group] ?? 0) + 1;
  });
  return { values, counts };
}

function findMedians(column: NumberColumn, { rows, groups, count }: Grouping): GroupValues<Decimal> {
  const places: number[][] = Array.from({ length: count }, () => []);
  rows.forEach((row, at) => {
    if (!isEmptyAt(column, row)) places[groups[at] ?? 0]?.push(row);
  });
  const values = places.map((group) => (group.length === 0 ? null : findMedian(column, group)));
  return { values, counts: Float64Array.from(places, ({ length }) => length) };
}

function findMedian(column: NumberColumn, rows: readonly number[]): Decimal {
  const sorted = isScaled(column)
    ? Float64Array.from(rows, (row) => column.scaled[row] ?? 0).sort()
    : rows.flatMap((row) => readNumber(column, row) ?? []).sort(compareDecimals);
  const read = (place: number): Decimal => {
    const value = sorted[place] ?? ZERO;
    return typeof value === "number" ? { digits: BigInt(value), scale: isScaled(column) ? column.scale : 0 } : value;
  };
  const middle = Math.floor((rows.length - 1) / 2);
  return rows.length % 2 === 0 ? divideDecimal(addDecimals(read(middle), read(middle + 1)), 2) : read(middle);
}

const ZERO: Decimal = { digits: 0n, scale: 0 };
