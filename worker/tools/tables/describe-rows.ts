import type { JsonObject, JsonValue } from "../../protocol/json.ts";
import { compareDecimals, toJsonNumber } from "./decimal.ts";
import { type Column, isEmptyCell, type Table } from "./read-table.ts";

const MAX_COLUMNS = 40;
const MAX_EXAMPLES = 3;
/** A column of text with no more values than this is described by all of them: they are its kinds. */
const MAX_KINDS = 12;
const MAX_EXAMPLE = 40;

/** What a table holds: its rows counted, and of each column the type and the range, or a few values. */
export function describeRows(table: Table): JsonObject {
  const columns = table.columns.slice(0, MAX_COLUMNS).map((column, index) => describeColumn(table, column, index));
  return { file: table.name, rows: table.rows.length, columns };
}

function describeColumn({ rows }: Table, column: Column, index: number): JsonObject {
  const cells = rows.map((row) => row[index] ?? "").filter((cell) => !isEmptyCell(cell));
  const empty = rows.length - cells.length;
  return {
    name: column.name,
    type: column.type,
    ...(empty === 0 ? {} : { empty }),
    ...toRange(column, cells),
  };
}

function toRange(column: Column, cells: readonly string[]): JsonObject {
  if (column.type === "text") {
    const values = [...new Set(cells)];
    const examples = values
      .slice(0, values.length <= MAX_KINDS ? MAX_KINDS : MAX_EXAMPLES)
      .map((cell): JsonValue => cell.trim().slice(0, MAX_EXAMPLE));
    return { examples };
  }
  if (column.type === "date") {
    const keys = cells.map(column.toKey).sort();
    return { from: keys[0] ?? null, to: keys.at(-1) ?? null };
  }
  const numbers = cells.flatMap((cell) => column.toNumber(cell) ?? []).sort(compareDecimals);
  const [least, most] = [numbers[0], numbers.at(-1)];
  return least === undefined || most === undefined ? {} : { from: toJsonNumber(least), to: toJsonNumber(most) };
}
