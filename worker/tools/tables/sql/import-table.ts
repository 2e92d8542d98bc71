import type { Database, Sqlite3Static } from "@sqlite.org/sqlite-wasm";
import type { SqlColumn, SqlTable } from "./to-sql-table.ts";

/** Binds a row's cell to a place of the statement; SQLite reads it before the next call. */
type BindCell = (row: number) => void;

/** As `sqlite3_bind_text` says of a text that stays where it is. */
const STATIC = 0;

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Makes a table of the database, and views of it under its other names. Dates are texts, so that they sort as they should. */
export function importTable(sqlite: Sqlite3Static, database: Database, table: SqlTable): void {
  const name = quoteName(table.name);
  const columns = table.columns.map((column) => `${quoteName(column.name)} ${column.type}`);
  database.exec(`CREATE TABLE ${name} (${columns.join(", ")})`);
  for (const alias of table.aliases) database.exec(`CREATE VIEW ${quoteName(alias)} AS SELECT * FROM ${name}`);
  // SQLite's own functions, without the checks around them: a million rows are bound here.
  const { sqlite3_step: step, sqlite3_reset: reset } = sqlite.wasm.exports;
  const statement = database.prepare(`INSERT INTO ${name} VALUES (${columns.map(() => "?").join(", ")})`);
  const buffers: number[] = [];
  try {
    const { pointer } = statement;
    const binds = table.columns.map((column, index) =>
      bindColumn(sqlite, Number(pointer), index + 1, column, (buffer) => buffers.push(buffer)),
    );
    database.exec("BEGIN");
    for (let row = 0; row < table.rows; row += 1) {
      for (const bind of binds) bind(row);
      if (step(pointer) !== sqlite.capi.SQLITE_DONE) throw new Error("The table is too large for a query.");
      reset(pointer);
    }
    database.exec("COMMIT");
  } finally {
    statement.finalize();
    for (const buffer of buffers) sqlite.wasm.dealloc(buffer);
  }
}

function bindColumn(
  sqlite: Sqlite3Static,
  statement: number,
  place: number,
  column: SqlColumn,
  keep: (buffer: number) => void,
): BindCell {
  const { sqlite3_bind_double: bindDouble, sqlite3_bind_null: bindNull } = sqlite.wasm.exports;
  if ("scaled" in column) {
    const { scaled } = column;
    const power = 10 ** column.scale;
    return (row) => {
      const value = scaled[row] ?? Number.NaN;
      // The double nearest to the decimal: both of these are exact.
      if (Number.isNaN(value)) bindNull(statement, place);
      else bindDouble(statement, place, value / power);
    };
  }
  const { codes, emptyCodes } = column;
  const bind = bindTexts(sqlite, statement, place, column.words, keep);
  return (row) => {
    const code = codes[row] ?? 0;
    if (emptyCodes.has(code)) bindNull(statement, place);
    else bind(code);
  };
}

/** Puts all texts into the module's memory at once. */
function bindTexts(
  { wasm }: Sqlite3Static,
  statement: number,
  place: number,
  texts: readonly string[],
  keep: (buffer: number) => void,
): (index: number) => void {
  const bytes = new TextEncoder().encode(texts.map((text) => text.replaceAll("\u0000", "\ufffd")).join("\u0000"));
  const buffer = Number(wasm.alloc(bytes.length + 1));
  keep(buffer);
  wasm.heap8u().set(bytes, buffer);
  const ends = new Uint32Array(texts.length);
  let at = 0;
  for (let index = 0; index < texts.length; index += 1) {
    const end = bytes.indexOf(0, at);
    ends[index] = end < 0 ? bytes.length : end;
    at = (ends[index] ?? 0) + 1;
  }
  const { sqlite3_bind_text: bindText } = wasm.exports;
  return (index) => {
    const from = index === 0 ? 0 : (ends[index - 1] ?? 0) + 1;
    bindText(statement, place, buffer + from, (ends[index] ?? 0) - from, STATIC);
  };
}
