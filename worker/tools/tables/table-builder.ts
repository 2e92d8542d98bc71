import { type ColumnBuilder, NumberBuilder, WordBuilder } from "./column-builder.ts";
import { type NumberStyle, readDecimal } from "./decimal.ts";
import type { Table } from "./table.ts";

export const MAX_COLUMNS = 200;
const MAX_NAME = 300;
const FIRST_ROWS = 100;

/** Kinds of columns; a column is of the first that all its cells fit. */
type ColumnKind = NumberStyle | "words";

/**
 * Makes a table of its rows, the first of which may hold the names. A column is taken for numbers until a cell is none; then
 * all rows have to be given once more, at most twice.
 */
export class TableBuilder {
  readonly #name: string;
  readonly #kinds: readonly ColumnKind[];
  /** Of each column, its place in the kinds. */
  #chosen: number[] = [];
  #builders: ColumnBuilder[] = [];
  #hasFailed = false;
  /** The first rows: they show of what kind most columns are. */
  #first: (readonly string[])[] = [];
  #names: readonly string[] = [];
  #lines = 0;
  #rows = 0;
  #isTooWide = false;

  constructor(name: string, preferred: NumberStyle) {
    this.#name = name;
    this.#kinds = preferred === "point" ? ["point", "comma", "words"] : ["comma", "point", "words"];
  }

  readonly take = (cells: readonly string[]): void => {
    if (this.#isTooWide || cells.every((cell) => cell === "" || cell.trim() === "")) return;
    this.#lines += 1;
    if (this.#lines === 1 && this.#begin(cells)) return;
    this.#rows += 1;
    if (this.#rows <= FIRST_ROWS) this.#first.push([...cells]);
    for (let column = 0; column < this.#builders.length; column += 1) {
      if (this.#builders[column]?.add(cells[column] ?? "") === false) this.#chooseNext(column, cells[column] ?? "");
    }
  };

  /** True where a column turned out to be of another kind; then all rows are to be given again. */
  needsAnotherPass(): boolean {
    if (!this.#hasFailed) return false;
    this.#hasFailed = false;
    this.#lines = 0;
    this.#rows = 0;
    this.#first = [];
    this.#builders = [];
    return true;
  }

  /** Null where these rows are no table. */
  finish(): Table | null {
    if (this.#isTooWide || this.#lines < 2) return null;
    const columns = this.#builders.map((builder, column) => builder.finish(this.#names[column] ?? ""));
    this.#builders = [];
    return { name: this.#name, columns, rows: this.#rows };
  }

  /** True where the first row holds names. */
  #begin(first: readonly string[]): boolean {
    this.#isTooWide = first.length > MAX_COLUMNS;
    if (this.#isTooWide) return true;
    const isHeadless = first.every(
      (cell) => readDecimal(cell, this.#kinds[0] === "comma" ? "comma" : "point") !== null,
    );
    this.#names = toDistinctNames(isHeadless ? first.map(() => "") : first);
    if (this.#chosen.length === 0) this.#chosen = first.map(() => 0);
    this.#builders = this.#chosen.map((place) => this.#createBuilder(place));
    return !isHeadless;
  }

  /** Tries the next kind on the column's cells so far, where they are still known; else all rows have to be given again. */
  #chooseNext(column: number, cell: string): void {
    const place = (this.#chosen[column] ?? 0) + 1;
    this.#chosen[column] = place;
    const builder = this.#createBuilder(place);
    this.#builders[column] = builder;
    const areKnown = this.#rows <= this.#first.length;
    if (!areKnown) this.#hasFailed = true;
    const cells = areKnown ? this.#first.slice(0, this.#rows).map((row) => row[column] ?? "") : [cell];
    if (!cells.every((each) => builder.add(each))) this.#chooseNext(column, cell);
  }

  #createBuilder(place: number): ColumnBuilder {
    const kind = this.#kinds[place] ?? "words";
    return kind === "words" ? new WordBuilder() : new NumberBuilder(kind);
  }
}

/** Names that are there once each, whatever the case of their letters. */
export function toDistinctNames(header: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return header.map((cell, index) => {
    const base = cell.trim().slice(0, MAX_NAME) || `column ${index + 1}`;
    let name = base;
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${base} ${count}`;
    taken.add(name.toLowerCase());
    return name;
  });
}
