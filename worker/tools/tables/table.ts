import type { JsonValue } from "../../protocol/json.ts";
import { compareDecimals, type Decimal, formatDecimal, type NumberStyle, toJsonNumber } from "./decimal.ts";

interface NamedColumn {
  readonly name: string;
}

/** Numbers as whole multiples of `10 ** -scale`, each exact; NaN for an empty cell. */
export interface ScaledColumn extends NamedColumn {
  readonly type: "number";
  readonly style: NumberStyle;
  readonly scale: number;
  readonly scaled: Float64Array;
  /** No value is further from zero; below 2 ** 53. */
  readonly largest: number;
}

/** Numbers with too many digits for that, null for an empty cell. */
export interface WideColumn extends NamedColumn {
  readonly type: "number";
  readonly style: NumberStyle;
  readonly decimals: readonly (Decimal | null)[];
}

export type NumberColumn = ScaledColumn | WideColumn;

/** Texts, or dates as `YYYY-MM-DD` with their time; each different one is kept once. */
export interface WordColumn extends NamedColumn {
  readonly type: "text" | "date";
  readonly words: readonly string[];
  /** Of each row, the place of its text in `words`. */
  readonly codes: Uint32Array;
  /** Places in `words` of what stands for an empty cell. */
  readonly emptyCodes: ReadonlySet<number>;
  /** A date as it is written in this column, as `YYYY-MM-DD`; null for any other text. Only for dates. */
  readonly readDate?: (text: string) => string | null;
}

export type Column = NumberColumn | WordColumn;

/** A table of a file, column by column. */
export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly rows: number;
}

const EMPTY: ReadonlySet<string> = new Set(["", "-", "–", "n/a", "na", "null", "none"]);
/** Letters of the longest text that stands for an empty cell. */
const MAX_EMPTY = 4;

/** True for a trimmed cell that stands for nothing. */
export function isEmptyCell(cell: string): boolean {
  return cell.length <= MAX_EMPTY && EMPTY.has(cell.toLowerCase());
}

export function isScaled(column: Column): column is ScaledColumn {
  return "scaled" in column;
}

/** The number in a row; null where its cell is empty. */
export function readNumber(column: NumberColumn, row: number): Decimal | null {
  if (!isScaled(column)) return column.decimals[row] ?? null;
  const scaled = column.scaled[row] ?? Number.NaN;
  return Number.isNaN(scaled) ? null : { digits: BigInt(scaled), scale: column.scale };
}

/** A cell as it is shown: a number, a text, a date, or null where it is empty and its column has no texts. */
export function readValue(column: Column, row: number): JsonValue {
  if (column.type === "number") {
    const number = readNumber(column, row);
    return number === null ? null : toJsonNumber(number);
  }
  const code = column.codes[row] ?? 0;
  return column.type === "date" && column.emptyCodes.has(code) ? null : (column.words[code] ?? "");
}

/** A cell as text; empty where it holds no number. */
export function readText(column: Column, row: number): string {
  if (column.type !== "number") return column.words[column.codes[row] ?? 0] ?? "";
  const number = readNumber(column, row);
  return number === null ? "" : formatDecimal(number);
}

export function isEmptyAt(column: Column, row: number): boolean {
  if (column.type !== "number") return column.emptyCodes.has(column.codes[row] ?? 0);
  return isScaled(column) ? Number.isNaN(column.scaled[row] ?? Number.NaN) : column.decimals[row] === null;
}

/** Compares two rows by their cells, none of which is empty: below, at or above 0, as the first is less, the same or more. */
export function toComparer(column: Column): (one: number, other: number) => number {
  if (column.type !== "number") {
    const { words, codes } = column;
    const read = (row: number): string => words[codes[row] ?? 0] ?? "";
    return (one, other) => compareTexts(read(one), read(other));
  }
  if (isScaled(column)) return (one, other) => (column.scaled[one] ?? 0) - (column.scaled[other] ?? 0);
  const read = (row: number): Decimal => column.decimals[row] ?? { digits: 0n, scale: 0 };
  return (one, other) => compareDecimals(read(one), read(other));
}

/** In the order of their code units. */
export function compareTexts(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
