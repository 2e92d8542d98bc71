import type { JsonValue } from "../../protocol/json.ts";
import { addDecimals, compareDecimals, type Decimal, divideDecimal, toJsonNumber } from "./decimal.ts";
import { type Column, isEmptyCell, type Table } from "./read-table.ts";

type Operation = "rows" | "count" | "sum" | "average" | "min" | "max" | "median";

/** A question to a table. */
export interface TableQuery {
  readonly operation: Operation;
  /** The column of the operation. */
  readonly column?: string | undefined;
  /** The columns of the rows; all where it is empty. */
  readonly columns?: readonly string[] | undefined;
  /** Conditions joined by "and": `city = Graz and amount > 10`. */
  readonly where?: string | undefined;
  readonly group_by?: string | undefined;
  /** What of a date counts for the grouping. */
  readonly period?: "day" | "month" | "year" | undefined;
  /** A column of the result, perhaps with "descending". */
  readonly sort?: string | undefined;
  readonly limit: number;
}

/** Rows as a table; of more rows than the limit only the first ones. */
export interface TableResult {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly JsonValue[])[];
  /** All rows there are. */
  readonly total: number;
}

/** One value of all rows, or of those that fit the conditions. */
export interface SingleResult {
  readonly value: JsonValue;
  /** Cells that it is made of. */
  readonly cells: number;
}

type Row = readonly string[];

/** Answers a question to a table. Throws an error for the model where a column or a condition is not understood. */
export function queryRows(table: Table, query: TableQuery): TableResult | SingleResult {
  const rows = table.rows.filter(toCondition(table, query.where ?? ""));
  if (query.operation === "rows" && query.group_by === undefined) return listRows(table, rows, query);
  const operation = query.operation === "rows" ? "count" : query.operation;
  if (query.group_by === undefined) return aggregate(table, rows, operation, query.column);
  return groupRows(table, rows, { ...query, operation, group_by: query.group_by });
}

function listRows(table: Table, rows: readonly Row[], { columns = [], sort, limit }: TableQuery): TableResult {
  const chosen = columns.length === 0 ? table.columns : columns.map((name) => findColumn(table, name));
  const sorted = sort === undefined || sort.trim() === "" ? rows : sortRows(table, rows, sort);
  return {
    columns: chosen.map(({ name }) => name),
    rows: sorted.slice(0, limit).map((row) => chosen.map((column) => toValue(column, readCell(table, row, column)))),
    total: rows.length,
  };
}

function groupRows(table: Table, rows: readonly Row[], query: TableQuery & { readonly group_by: string }): TableResult {
  const column = findColumn(table, query.group_by);
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = toGroupKey(column, readCell(table, row, column), query.period);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  const measured =
    query.operation === "count" && query.column === undefined
      ? "count"
      : `${query.operation} of ${findColumn(table, query.column ?? "").name}`;
  const results = [...groups].map(([key, group]): readonly JsonValue[] => [
    column.type === "date" ? key : toValue(column, key),
    aggregate(table, group, query.operation, query.column).value,
  ]);
  const bySize = /desc|asc/i.test(query.sort ?? "") && !matchesName(column.name, stripOrder(query.sort ?? ""));
  const descending = /desc/i.test(query.sort ?? "") ? -1 : 1;
  const index = bySize ? 1 : 0;
  const sorted = results.sort((one, other) => descending * compareValues(one[index] ?? "", other[index] ?? ""));
  return { columns: [column.name, measured], rows: sorted.slice(0, query.limit), total: results.length };
}

function aggregate(table: Table, rows: readonly Row[], operation: Operation, name: string | undefined): SingleResult {
  if (operation === "count" && (name === undefined || name.trim() === ""))
    return { value: rows.length, cells: rows.length };
  const column = findColumn(table, name ?? "");
  const cells = rows.map((row) => readCell(table, row, column)).filter((cell) => !isEmptyCell(cell));
  if (operation === "count") return { value: cells.length, cells: cells.length };
  if (column.type !== "number") {
    if (operation === "min" || operation === "max")
      return { value: findEnd(column, cells, operation), cells: cells.length };
    throw new Error(
      `The column '${column.name}' holds ${column.type === "date" ? "dates" : "text"}, so it has no ${operation}.`,
    );
  }
  const numbers = cells.flatMap((cell) => column.toNumber(cell) ?? []);
  const value = numbers.length === 0 ? null : toJsonNumber(combine(numbers, operation));
  return { value, cells: numbers.length };
}

function combine(numbers: readonly Decimal[], operation: Operation): Decimal {
  const zero: Decimal = { digits: 0n, scale: 0 };
  if (operation === "sum" || operation === "average") {
    const sum = numbers.reduce(addDecimals, zero);
    return operation === "sum" ? sum : divideDecimal(sum, numbers.length);
  }
  const sorted = numbers.toSorted(compareDecimals);
  const middle = Math.floor((sorted.length - 1) / 2);
  if (operation === "median" && sorted.length % 2 === 0) {
    return divideDecimal(addDecimals(sorted[middle] ?? zero, sorted[middle + 1] ?? zero), 2);
  }
  return sorted.at(operation === "min" ? 0 : operation === "max" ? -1 : middle) ?? zero;
}

function findEnd(column: Column, cells: readonly string[], operation: "min" | "max"): JsonValue {
  const sorted = cells.map(column.toKey).sort();
  return sorted.at(operation === "min" ? 0 : -1) ?? null;
}

const LENGTHS = { day: 10, month: 7, year: 4 } as const;

function toGroupKey(column: Column, cell: string, period: TableQuery["period"]): string {
  const key = column.toKey(cell);
  return column.type === "date" && period !== undefined ? key.slice(0, LENGTHS[period]) : key;
}

function toValue(column: Column, cell: string): JsonValue {
  if (isEmptyCell(cell)) return column.type === "text" ? cell.trim() : null;
  const number = column.toNumber(cell);
  return number === null ? column.toKey(cell) : toJsonNumber(number);
}

function readCell(table: Table, row: Row, column: Column): string {
  return row[table.columns.indexOf(column)] ?? "";
}

function stripOrder(sort: string): string {
  return sort.replace(/\s+(?:desc|asc)(?:ending)?$/i, "").trim();
}

function sortRows(table: Table, rows: readonly Row[], sort: string): readonly Row[] {
  const column = findColumn(table, stripOrder(sort));
  const sign = /\bdesc(?:ending)?$/i.test(sort.trim()) ? -1 : 1;
  // Each cell is read once, not once for every comparison.
  const read = rows.map((row) => {
    const cell = readCell(table, row, column);
    const number = column.toNumber(cell);
    return { row, number, key: number === null ? column.toKey(cell) : "" };
  });
  return read.sort((one, other) => sign * compareCells(one, other)).map(({ row }) => row);
}

/** A cell as it is sorted. */
interface SortedCell {
  readonly number: Decimal | null;
  readonly key: string;
}

function compareCells(one: SortedCell, other: SortedCell): number {
  if (one.number !== null && other.number !== null) return compareDecimals(one.number, other.number);
  if (one.number !== null || other.number !== null) return one.number === null ? 1 : -1;
  return one.key === other.key ? 0 : one.key < other.key ? -1 : 1;
}

function compareValues(one: JsonValue, other: JsonValue): number {
  const [left, right] = [Number(one), Number(other)];
  if (Number.isFinite(left) && Number.isFinite(right)) return left - right;
  return String(one) === String(other) ? 0 : String(one) < String(other) ? -1 : 1;
}

function matchesName(name: string, wanted: string): boolean {
  return (
    name.toLowerCase() ===
    wanted
      .trim()
      .replace(/^["'`]|["'`]$/g, "")
      .toLowerCase()
  );
}

/** The column of that name, or the only one whose name has it as a part. */
function findColumn({ columns }: Table, wanted: string): Column {
  const plain = wanted
    .trim()
    .replace(/^["'`]|["'`]$/g, "")
    .toLowerCase();
  const exact = columns.find(({ name }) => matchesName(name, plain));
  if (exact !== undefined) return exact;
  const near =
    plain === ""
      ? []
      : columns.filter(({ name }) => name.toLowerCase().includes(plain) || plain.includes(name.toLowerCase()));
  const [only] = near;
  if (only !== undefined && near.length === 1) return only;
  const names = columns.slice(0, 30).map(({ name }) => `'${name}'`);
  throw new Error(`There is no column '${wanted}'. The columns are ${names.join(", ")}.`);
}

const CONDITION = /^(.+?)\s*(>=|<=|!=|<>|==?|>|<|\bcontains\b|\bis not\b|\bis\b)\s*(.*)$/i;

/** Conditions joined by "and". Throws an error for the model where one is not understood. */
function toCondition(table: Table, where: string): (row: Row) => boolean {
  const parts = where.trim() === "" ? [] : where.split(/\s+and\s+/i);
  const tests = parts.map((part) => {
    const [, name = "", sign = "", quoted = ""] = CONDITION.exec(part.trim()) ?? [];
    if (name === "") throw new Error(`'${part}' is no condition. Write one as: column = value, or column > 10.`);
    const column = findColumn(table, name);
    const value = quoted.trim().replace(/^(["'`])(.*)\1$/, "$2");
    const wanted = { text: value, plain: value.toLowerCase(), number: column.toNumber(value) };
    return (row: Row) => holds(column, readCell(table, row, column), sign.toLowerCase(), wanted);
  });
  return (row) => tests.every((test) => test(row));
}

/** What a condition compares with, read once for all rows. */
interface Wanted {
  readonly text: string;
  readonly plain: string;
  readonly number: Decimal | null;
}

function holds(column: Column, cell: string, sign: string, { text, plain, number }: Wanted): boolean {
  if (sign === "contains") return cell.toLowerCase().includes(plain);
  const isSame = cell.trim().toLowerCase() === plain;
  const left = number === null ? null : column.toNumber(cell);
  const difference =
    left !== null && number !== null ? compareDecimals(left, number) : isSame ? 0 : compareTexts(column, cell, text);
  switch (sign) {
    case ">":
      return !isEmptyCell(cell) && difference > 0;
    case "<":
      return !isEmptyCell(cell) && difference < 0;
    case ">=":
      return !isEmptyCell(cell) && difference >= 0;
    case "<=":
      return !isEmptyCell(cell) && difference <= 0;
    case "!=":
    case "<>":
    case "is not":
      return difference !== 0;
    default:
      return difference === 0;
  }
}

/** A date is compared with as much of a date as is given: `2026-03` is a month. */
function compareTexts(column: Column, cell: string, value: string): number {
  const key = column.toKey(cell);
  const wanted = column.type === "date" ? column.toKey(value) || value : value;
  const [left, right] =
    column.type === "date" ? [key.slice(0, wanted.length), wanted] : [key.toLowerCase(), wanted.toLowerCase()];
  return left === right ? 0 : left < right ? -1 : 1;
}
