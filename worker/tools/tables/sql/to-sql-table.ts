import type { NamedTable } from "../open-table.ts";
import { type Column, isScaled, readText, type WordColumn } from "../table.ts";
import { EXACT_DIGITS } from "./exact-numbers.ts";

/** A column as it goes to the thread of SQLite, by its type there. */
export type SqlColumn = { readonly name: string } & (
  | { readonly type: "INTEGER" | "REAL"; readonly scale: number; readonly scaled: Float64Array }
  /** Texts, or numbers with more digits than a double keeps, written out. */
  | ({ readonly type: "TEXT" | "TEXT COLLATE DECIMAL" } & Pick<WordColumn, "words" | "codes" | "emptyCodes">)
);

export interface SqlTable {
  /** As a query names it. */
  readonly name: string;
  /** Other names of the same table: its file's, and the one it was asked for by. */
  readonly aliases: readonly string[];
  readonly columns: readonly SqlColumn[];
  readonly rows: number;
}

/** Tables with names that a query can have without quotes, once each: `sales-2026.csv` is `sales_2026`. */
export function toSqlTables(tables: readonly NamedTable[]): readonly SqlTable[] {
  const taken = new Set<string>();
  const take = (name: string): boolean => {
    const isFree = !taken.has(name.toLowerCase());
    taken.add(name.toLowerCase());
    return isFree;
  };
  const named = tables.map(({ table, asked = table.name }) => {
    const base = toSqlName(table.name);
    let name = base;
    for (let count = 2; !take(name); count += 1) name = `${base}_${count}`;
    return { table, name, asked };
  });
  return named.map(({ table, name, asked }) => {
    const short = table.name.slice(table.name.lastIndexOf("/") + 1);
    return {
      name,
      aliases: [short, table.name, asked].filter(take),
      columns: table.columns.map((column) => toSqlColumn(column, table.rows)),
      rows: table.rows,
    };
  });
}

/** The name of a file without its folder and its ending, as a word. */
export function toSqlName(path: string): string {
  const word = path
    .slice(path.lastIndexOf("/") + 1)
    .replace(/\.[^.]*$/, "")
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}_]+/gu, "_")
    .replace(/^_+|_+$/g, "");
  return /^\p{L}/u.test(word) && !/^sqlite_/i.test(word) ? word : `t_${word}`;
}

function toSqlColumn(column: Column, rows: number): SqlColumn {
  const { name } = column;
  if (column.type !== "number") {
    const { words, codes, emptyCodes } = column;
    return { name, type: "TEXT", words, codes, emptyCodes };
  }
  if (isScaled(column) && (column.scale === 0 || column.largest < 10 ** EXACT_DIGITS)) {
    const { scale, scaled } = column;
    return { name, type: scale === 0 ? "INTEGER" : "REAL", scale, scaled };
  }
  const words = Array.from({ length: rows }, (_, row) => readText(column, row));
  const codes = Uint32Array.from(words, (_, row) => row);
  return {
    name,
    type: "TEXT COLLATE DECIMAL",
    words,
    codes,
    emptyCodes: new Set(codes.filter((row) => words[row] === "")),
  };
}
