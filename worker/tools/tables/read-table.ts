import { type Decimal, type NumberStyle, readDecimal } from "./decimal.ts";
import { readJsonRows } from "./read-json-rows.ts";

/** A column, with how its cells are read. */
export interface Column {
  readonly name: string;
  readonly type: "number" | "date" | "text";
  /** The number of a cell; null where it is empty. */
  readonly toNumber: (cell: string) => Decimal | null;
  /** A cell as it is compared: a date as `YYYY-MM-DD`, with its time. */
  readonly toKey: (cell: string) => string;
}

/** A table of texts as they stand in the file. */
export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
}

const DELIMITERS = [",", ";", "\t", "|"] as const;
const MAX_COLUMNS = 200;
const MAX_NAME = 300;
const EMPTY: ReadonlySet<string> = new Set(["", "-", "–", "n/a", "na", "null", "none"]);

export function isEmptyCell(cell: string): boolean {
  return EMPTY.has(cell.trim().toLowerCase());
}

/** Reads CSV, TSV and JSON; null for a text that is no table. */
export function readTable(name: string, text: string): Table | null {
  const plain = text.replace(/^\ufeff/, "");
  const fromJson = /^\s*[[{]/.test(plain) ? readJsonRows(plain, MAX_COLUMNS) : null;
  if (fromJson !== null) return toTable(name, fromJson, "point");
  const delimiter = findDelimiter(plain);
  if (delimiter === null) return null;
  const lines = splitCells(plain, delimiter).filter((row) => row.some((cell) => cell.trim() !== ""));
  return toTable(name, lines, delimiter === ";" ? "comma" : "point");
}

/** The mark that cuts the first lines into the same number of cells, more than one. */
function findDelimiter(text: string): string | null {
  const head = text.slice(0, 20_000);
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

/** RFC 4180, with any delimiter and line end. */
function splitCells(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let isBlank = true;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? "";
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && isBlank) {
      cell = "";
      isBlank = false;
      quoted = true;
    } else if (sign === delimiter || sign === "\n") {
      row.push(cell);
      cell = "";
      isBlank = true;
      if (sign === "\n") {
        rows.push(row);
        row = [];
      }
    } else if (sign !== "\r") {
      cell += sign;
      isBlank &&= sign.trim() === "";
    }
  }
  if (cell !== "" || row.length > 0) rows.push([...row, cell]);
  return rows;
}

function toTable(name: string, lines: readonly (readonly string[])[], preferred: NumberStyle): Table | null {
  const [first] = lines;
  if (first === undefined || lines.length < 2 || first.length > MAX_COLUMNS) return null;
  const isHeadless = first.every((cell) => readDecimal(cell, preferred) !== null);
  const rows = isHeadless ? lines : lines.slice(1);
  const names = toNames(isHeadless ? first.map(() => "") : first);
  const columns = names.map((each, index) =>
    toColumn(
      each,
      rows.map((row) => row[index] ?? ""),
      preferred,
    ),
  );
  return { name, columns, rows };
}

/** Names that are there once each. */
function toNames(header: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return header.map((cell, index) => {
    const base = cell.trim().slice(0, MAX_NAME) || `column ${index + 1}`;
    let name = base;
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${base} ${count}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

function toColumn(name: string, cells: readonly string[], preferred: NumberStyle): Column {
  const filled = cells.filter((cell) => !isEmptyCell(cell));
  const styles: readonly NumberStyle[] = preferred === "point" ? ["point", "comma"] : ["comma", "point"];
  const style =
    filled.length === 0 ? undefined : styles.find((each) => filled.every((cell) => readDecimal(cell, each)));
  const plain = (cell: string) => cell.trim();
  if (style !== undefined) {
    return { name, type: "number", toNumber: (cell) => readDecimal(cell, style), toKey: plain };
  }
  const toDate = findDateReader(filled);
  if (toDate !== null) return { name, type: "date", toNumber: () => null, toKey: (cell) => toDate(cell.trim()) ?? "" };
  return { name, type: "text", toNumber: () => null, toKey: plain };
}

const ISO = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d{2}:\d{2}(?::\d{2})?).*)?$/;
const DOTTED = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?:,? (\d{2}:\d{2}(?::\d{2})?))?$/;
const SLASHED = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?:,? (\d{2}:\d{2}(?::\d{2})?))?$/;

type DateReader = (cell: string) => string | null;

/** How all these cells are dates; null where they are none, or where day and month cannot be told apart. */
function findDateReader(cells: readonly string[]): DateReader | null {
  if (cells.length === 0) return null;
  const dayFirst = (pattern: RegExp) => toReader(pattern, ([, day, month, year, time]) => [year, month, day, time]);
  const monthFirst = toReader(SLASHED, ([, month, day, year, time]) => [year, month, day, time]);
  const readers = [
    toReader(ISO, ([, year, month, day, time]) => [year, month, day, time]),
    dayFirst(DOTTED),
    dayFirst(SLASHED),
    monthFirst,
  ].filter((read) => cells.every((cell) => read(cell.trim()) !== null));
  // 03/04/2026 is a day of March or of April: only a day above 12 says which.
  return readers.length === 1 ? (readers[0] ?? null) : null;
}

function toReader(
  pattern: RegExp,
  order: (parts: readonly (string | undefined)[]) => readonly (string | undefined)[],
): DateReader {
  return (cell) => {
    const found = pattern.exec(cell);
    if (found === null) return null;
    const [year = "", month = "", day = "", time] = order([...found]);
    const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
    const date = new Date(`${iso}T00:00Z`);
    if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== iso) return null;
    return time === undefined ? iso : `${iso} ${time}`;
  };
}
