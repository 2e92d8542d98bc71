import { addDecimals, compareDecimals, type Decimal, divideDecimal } from "./decimal.ts";
import type { Rows } from "./select-rows.ts";
import { isScaled, type NumberColumn, readNumber, type ScaledColumn } from "./table.ts";

/** Operations on a column's numbers. */
export type NumberOperation = "sum" | "average" | "min" | "max" | "median";

/** A number for each group; null for a group without numbers. */
export interface GroupValues {
  readonly values: readonly (Decimal | null)[];
  /** Numbers that each is made of. */
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

/** Computes exactly, whatever the numbers. */
export function addUp(column: NumberColumn, grouping: Grouping, operation: NumberOperation): GroupValues {
  if (operation === "median") return findMedians(column, grouping);
  if (operation === "min" || operation === "max") return findEnds(column, grouping, operation);
  const { values, counts } = isScaled(column) ? sumScaled(column, grouping) : fold(column, grouping, addDecimals);
  if (operation === "sum") return { values, counts };
  return { values: values.map((sum, group) => (sum === null ? null : divideDecimal(sum, counts[group] ?? 1))), counts };
}

/** Adds doubles that are whole, so many that they cannot pass what a double counts exactly, then moves them on. */
function sumScaled({ scaled, scale, largest }: ScaledColumn, { rows, groups, count }: Grouping): GroupValues {
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

function findEnds(column: NumberColumn, grouping: Grouping, operation: "min" | "max"): GroupValues {
  const sign = operation === "min" ? 1 : -1;
  if (!isScaled(column)) {
    return fold(column, grouping, (one, other) => (sign * compareDecimals(one, other) <= 0 ? one : other));
  }
  const { scaled, scale } = column;
  const { rows, groups, count } = grouping;
  const counts = new Float64Array(count);
  const ends = new Float64Array(count).fill(sign * Number.POSITIVE_INFINITY);
  for (let at = 0; at < rows.length; at += 1) {
    const value = scaled[rows[at] ?? 0] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const group = groups[at] ?? 0;
    counts[group] = (counts[group] ?? 0) + 1;
    if (sign * value < sign * (ends[group] ?? 0)) ends[group] = value;
  }
  const values = Array.from(ends, (end) => (Number.isFinite(end) ? { digits: BigInt(end), scale } : null));
  return { values, counts };
}

function fold(column: NumberColumn, grouping: Grouping, join: (one: Decimal, other: Decimal) => Decimal): GroupValues {
  const values = new Array<Decimal | null>(grouping.count).fill(null);
  const counts = new Float64Array(grouping.count);
  grouping.rows.forEach((row, at) => {
    const number = readNumber(column, row);
    if (number === null) return;
    const group = grouping.groups[at] ?? 0;
    const known = values[group] ?? null;
    values[group] = known === null ? number : join(known, number);
    counts[group] = (counts[group] ?? 0) + 1;
  });
  return { values, counts };
}

function findMedians(column: NumberColumn, { rows, groups, count }: Grouping): GroupValues {
  const places: number[][] = Array.from({ length: count }, () => []);
  rows.forEach((row, at) => {
    const isNumber = isScaled(column)
      ? !Number.isNaN(column.scaled[row] ?? Number.NaN)
      : (column.decimals[row] ?? null) !== null;
    if (isNumber) places[groups[at] ?? 0]?.push(row);
  });
  const values = places.map((group) => (group.length === 0 ? null : findMedian(column, group)));
  return { values, counts: Float64Array.from(places, ({ length }) => length) };
}

function findMedian(column: NumberColumn, rows: readonly number[]): Decimal {
  const read = isScaled(column)
    ? toReader(
        Float64Array.from(rows, (row) => column.scaled[row] ?? 0).sort(),
        (scaled): Decimal => ({ digits: BigInt(scaled), scale: column.scale }),
      )
    : toReader(rows.flatMap((row) => readNumber(column, row) ?? []).sort(compareDecimals), (decimal) => decimal);
  const middle = Math.floor((rows.length - 1) / 2);
  return rows.length % 2 === 0 ? divideDecimal(addDecimals(read(middle), read(middle + 1)), 2) : read(middle);
}

const ZERO: Decimal = { digits: 0n, scale: 0 };

function toReader<Value>(sorted: ArrayLike<Value>, convert: (value: Value) => Decimal): (place: number) => Decimal {
  return (place) => {
    const value = sorted[place];
    return value === undefined ? ZERO : convert(value);
  };
}
