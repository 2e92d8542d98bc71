import type { JsonValue } from "../../protocol/json.ts";
import { addUp, findEnds, type Grouping, type GroupValues } from "./add-up.ts";
import { findColumn, toPlainName } from "./find-column.ts";
import { groupRows } from "./group-rows.ts";
import { orderRows } from "./order-rows.ts";
import { type Rows, selectRows } from "./select-rows.ts";
import { compareTexts, isEmptyAt, readValue, type Table } from "./table.ts";

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
  /** The part of a date that counts for the grouping. */
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

/** Answers a question to a table. Throws an error for the model where a column or a condition is not understood. */
export function queryRows(table: Table, query: TableQuery): TableResult | SingleResult {
  const rows = selectRows(table, query.where ?? "");
  if (query.operation === "rows" && query.group_by === undefined) return listRows(table, rows, query);
  const operation = query.operation === "rows" ? "count" : query.operation;
  if (query.group_by === undefined) {
    const grouping = { rows, groups: new Uint32Array(rows.length), count: 1 };
    const { values, counts } = aggregate(table, grouping, operation, query.column);
    return { value: values[0] ?? null, cells: counts[0] ?? 0 };
  }
  return listGroups(table, rows, { ...query, operation, group_by: query.group_by });
}

function listRows(table: Table, rows: Rows, { columns = [], sort = "", limit }: TableQuery): TableResult {
  const chosen = columns.length === 0 ? table.columns : columns.map((name) => findColumn(table, name));
  const first =
    sort.trim() === ""
      ? Array.from(rows.subarray(0, limit))
      : orderRows(findColumn(table, stripOrder(sort)), rows, /\bdesc(?:ending)?$/i.test(sort.trim()), limit);
  return {
    columns: chosen.map(({ name }) => name),
    rows: first.map((row) => chosen.map((column) => readValue(column, row))),
    total: rows.length,
  };
}

function listGroups(
  table: Table,
  rows: Rows,
  query: TableQuery & { readonly operation: Exclude<Operation, "rows">; readonly group_by: string },
): TableResult {
  const { operation, sort = "" } = query;
  const column = findColumn(table, query.group_by);
  const { keys, ...grouping } = groupRows(column, rows, query.period);
  const measured =
    operation === "count" && query.column === undefined
      ? "count"
      : `${operation} of ${findColumn(table, query.column ?? "").name}`;
  const { values } = aggregate(table, grouping, operation, query.column);
  const results = keys.map((key, group): readonly JsonValue[] => [key, values[group] ?? null]);
  const bySize = /desc|asc/i.test(sort) && column.name.toLowerCase() !== toPlainName(stripOrder(sort));
  const descending = /desc/i.test(sort) ? -1 : 1;
  const index = bySize ? 1 : 0;
  const sorted = results.sort((one, other) => descending * compareValues(one[index] ?? "", other[index] ?? ""));
  return { columns: [column.name, measured], rows: sorted.slice(0, query.limit), total: results.length };
}

function aggregate(
  table: Table,
  grouping: Grouping,
  operation: Exclude<Operation, "rows">,
  name: string | undefined,
): GroupValues<JsonValue> {
  if (operation === "count") {
    const column = name === undefined || name.trim() === "" ? null : findColumn(table, name);
    const counts = countRows(grouping, (row) => column === null || !isEmptyAt(column, row));
    return { values: Array.from(counts), counts };
  }
  const column = findColumn(table, name ?? "");
  if (operation === "min" || operation === "max") return findEnds(column, grouping, operation);
  if (column.type === "number") return addUp(column, grouping, operation);
  throw new Error(
    `The column '${column.name}' holds ${column.type === "date" ? "dates" : "text"}, so it has no ${operation}.`,
  );
}

function countRows({ rows, groups, count }: Grouping, counts: (row: number) => boolean): Float64Array {
  const found = new Float64Array(count);
  for (let at = 0; at < rows.length; at += 1) {
    const group = groups[at] ?? 0;
    if (counts(rows[at] ?? 0)) found[group] = (found[group] ?? 0) + 1;
  }
  return found;
}

function stripOrder(sort: string): string {
  return sort.replace(/\s+(?:desc|asc)(?:ending)?$/i, "").trim();
}

function compareValues(one: JsonValue, other: JsonValue): number {
  const [left, right] = [Number(one), Number(other)];
  if (Number.isFinite(left) && Number.isFinite(right)) return left - right;
  return compareTexts(String(one), String(other));
}
