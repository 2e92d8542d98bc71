import { CellSplitter, type RowTaker, splitCells } from "./cell-splitter.ts";
import type { NumberStyle } from "./decimal.ts";
import { readJsonRows } from "./read-json-rows.ts";
import type { Table } from "./table.ts";
import { MAX_COLUMNS, TableBuilder } from "./table-builder.ts";

const DELIMITERS = [",", ";", "\t", "|"] as const;
/** Characters of a file that show how its cells are divided. */
export const HEAD_CHARACTERS = 20_000;

/** Reads CSV, TSV and JSON; null for a text that is no table. */
export function readTable(name: string, text: string): Table | null {
  const plain = text.replace(/^\ufeff/, "");
  const fromJson = /^\s*[[{]/.test(plain) ? readJsonRows(plain, MAX_COLUMNS) : null;
  if (fromJson !== null) {
    return build(name, "point", (take) => {
      for (const row of fromJson) take(row);
    });
  }
  const delimiter = findDelimiter(plain);
  if (delimiter === null) return null;
  return build(name, toNumberStyle(delimiter), (take) => {
    const splitter = new CellSplitter(delimiter, take);
    splitter.push(plain);
    splitter.end();
  });
}

function build(name: string, preferred: NumberStyle, readRows: (take: RowTaker) => void): Table | null {
  const builder = new TableBuilder(name, preferred);
  do readRows(builder.take);
  while (builder.needsAnotherPass());
  return builder.finish();
}

/** Where cells are divided by semicolons, commas stand within numbers. */
export function toNumberStyle(delimiter: string): NumberStyle {
  return delimiter === ";" ? "comma" : "point";
}

/** The mark that cuts the first lines into the same number of cells, more than one. */
export function findDelimiter(text: string): string | null {
  const head = text.slice(0, HEAD_CHARACTERS);
  const fits = DELIMITERS.map((delimiter) => {
    const all = splitCells(head, delimiter);
    const rows = (head.length < text.length ? all.slice(0, -1) : all)
      .filter((row) => row.join("").trim() !== "")
      .slice(0, 20);
    const [first] = rows;
    const width = first?.length ?? 0;
    const same = rows.filter((row) => row.length === width).length;
    return { delimiter, width, isEven: rows.length > 1 && same >= rows.length * 0.8 };
  });
  const [best] = fits.filter(({ width, isEven }) => width > 1 && isEven).sort((one, other) => other.width - one.width);
  return best?.delimiter ?? null;
}
