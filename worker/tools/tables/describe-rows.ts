import type { JsonObject, JsonValue } from "../../protocol/json.ts";
import { findEnds } from "./add-up.ts";
import { type Column, isEmptyAt, type NumberColumn, type Table, type WordColumn } from "./table.ts";

const MAX_COLUMNS = 40;
const MAX_EXAMPLES = 3;
/** A column of text with no more values than this is described by all of them: they are its kinds. */
const MAX_KINDS = 12;
const MAX_EXAMPLE = 40;

/** Describes a table: its rows counted, and of each column the type and the range, or a few values. */
export function describeRows({ name, columns, rows }: Table): JsonObject {
  return { file: name, rows, columns: columns.slice(0, MAX_COLUMNS).map((column) => describeColumn(column, rows)) };
}

function describeColumn(column: Column, rows: number): JsonObject {
  let empty = 0;
  for (let row = 0; row < rows; row += 1) if (isEmptyAt(column, row)) empty += 1;
  return {
    name: column.name,
    type: column.type,
    ...(empty === 0 ? {} : { empty }),
    ...(column.type === "number" ? toNumberRange(column, rows) : toWordRange(column)),
  };
}

function toWordRange({ type, words, emptyCodes }: WordColumn): JsonObject {
  const filled = words.filter((_, code) => !emptyCodes.has(code));
  if (type === "date") {
    const dates = filled.toSorted();
    return { from: dates[0] ?? null, to: dates.at(-1) ?? null };
  }
  const examples = filled
    .slice(0, filled.length <= MAX_KINDS ? MAX_KINDS : MAX_EXAMPLES)
    .map((word): JsonValue => word.slice(0, MAX_EXAMPLE));
  return { examples };
}

function toNumberRange(column: NumberColumn, count: number): JsonObject {
  const all = { rows: Uint32Array.from({ length: count }, (_, row) => row), groups: new Uint32Array(count), count: 1 };
  const [[least = null], [most = null]] = [findEnds(column, all, "min").values, findEnds(column, all, "max").values];
  return least === null || most === null ? {} : { from: least, to: most };
}
