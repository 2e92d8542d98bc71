import { compareDecimals, type Decimal, formatDecimal, readDecimal } from "./decimal.ts";
import { findColumn } from "./find-column.ts";
import {
  compareTexts,
  isEmptyCell,
  isScaled,
  type NumberColumn,
  readNumber,
  type Table,
  type WordColumn,
} from "./table.ts";

/** Places of rows, in the table's order. */
export type Rows = Uint32Array;

type RowTest = (row: number) => boolean;

const CONDITION = /^(.+?)\s*(>=|<=|!=|<>|==?|>|<|\bcontains\b|\bis not\b|\bis\b)\s*(.*)$/i;

/** The rows that fit conditions joined by "and". Throws an error for the model where one is not understood. */
export function selectRows(table: Table, where: string): Rows {
  const tests = where.trim() === "" ? [] : where.split(/\s+and\s+/i).map((part) => toTest(table, part));
  const rows = new Uint32Array(table.rows);
  let count = 0;
  next: for (let row = 0; row < table.rows; row += 1) {
    for (const test of tests) if (!test(row)) continue next;
    rows[count] = row;
    count += 1;
  }
  return rows.subarray(0, count);
}

function toTest(table: Table, part: string): RowTest {
  const [, name = "", sign = "", quoted = ""] = CONDITION.exec(part.trim()) ?? [];
  if (name === "") throw new Error(`'${part}' is no condition. Write one as: column = value, or column > 10.`);
  const column = findColumn(table, name);
  const value = quoted.trim().replace(/^(["'`])(.*)\1$/, "$2");
  return column.type === "number"
    ? testNumbers(column, sign.toLowerCase(), value)
    : testWords(column, sign.toLowerCase(), value);
}

/** Each different word is judged once. */
function testWords(column: WordColumn, sign: string, value: string): RowTest {
  const fits = new Uint8Array(column.words.length);
  column.words.forEach((word, code) => {
    fits[code] = holds(sign, word, column.emptyCodes.has(code), value, () => compareWords(column, word, value)) ? 1 : 0;
  });
  const { codes } = column;
  return (row) => fits[codes[row] ?? 0] === 1;
}

function testNumbers(column: NumberColumn, sign: string, value: string): RowTest {
  const wanted = readDecimal(value.trim(), column.style);
  if (wanted !== null && sign !== "contains") return compareNumbers(column, sign, wanted);
  // A sign for an empty cell is not kept in a column of numbers.
  const plain = isEmptyCell(value.trim()) ? "" : value;
  return (row) => {
    const number = readNumber(column, row);
    const text = number === null ? "" : formatDecimal(number);
    return holds(sign, text, number === null, plain, () => compareTexts(text.toLowerCase(), plain.toLowerCase()));
  };
}

/** Whether a difference to a value is what a sign asks for; any sign that is not here asks for none. */
const FITS: Readonly<Record<string, (difference: number) => boolean>> = {
  ">": (difference) => difference > 0,
  "<": (difference) => difference < 0,
  ">=": (difference) => difference >= 0,
  "<=": (difference) => difference <= 0,
  "!=": (difference) => difference !== 0,
  "<>": (difference) => difference !== 0,
  "is not": (difference) => difference !== 0,
};
const isSame = (difference: number): boolean => difference === 0;

function holds(sign: string, text: string, isEmpty: boolean, value: string, compare: () => number): boolean {
  if (sign === "contains") return text.toLowerCase().includes(value.toLowerCase());
  if (/[<>]/.test(sign) && sign !== "<>" && isEmpty) return false;
  return (FITS[sign] ?? isSame)(text.toLowerCase() === value.toLowerCase() ? 0 : compare());
}

function compareNumbers(column: NumberColumn, sign: string, wanted: Decimal): RowTest {
  const fits = FITS[sign] ?? isSame;
  if (!isScaled(column)) {
    return (row) => {
      const number = readNumber(column, row);
      return fits(number === null ? Number.NaN : compareDecimals(number, wanted));
    };
  }
  const { scaled } = column;
  const { floor, isWhole } = toSteps(wanted, column.scale);
  const difference = (row: number): number => (scaled[row] ?? Number.NaN) - floor;
  // A value between two steps is above the lower one.
  return isWhole ? (row) => fits(difference(row)) : (row) => fits(difference(row) === 0 ? -1 : difference(row));
}

/** The greatest whole number of steps that is not above a value; beyond what a column holds where it is infinite. */
function toSteps({ digits, scale }: Decimal, columnScale: number) {
  if (scale <= columnScale) return { floor: toStep(digits * 10n ** BigInt(columnScale - scale)), isWhole: true };
  const divisor = 10n ** BigInt(scale - columnScale);
  const rest = digits % divisor;
  return { floor: toStep(digits / divisor - (rest < 0n ? 1n : 0n)), isWhole: rest === 0n };
}

function toStep(digits: bigint): number {
  const step = Number(digits);
  return Number.isSafeInteger(step) ? step : step < 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** A date is compared with as much of a date as is given: `2026-03` is a month. */
function compareWords(column: WordColumn, word: string, value: string): number {
  if (column.readDate === undefined) return compareTexts(word.toLowerCase(), value.toLowerCase());
  const wanted = column.readDate(value.trim()) ?? value;
  const shown = word.slice(0, wanted.length);
  return compareTexts(shown, wanted);
}
