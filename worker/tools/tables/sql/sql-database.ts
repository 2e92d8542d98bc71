import type { Database, PreparedStatement, Sqlite3Static, SqlValue } from "@sqlite.org/sqlite-wasm";
import type { JsonValue } from "../../../protocol/json.ts";
import { compareDecimals } from "../decimal.ts";
import type { TableResult } from "../query-rows.ts";
import { toDistinctNames } from "../table-builder.ts";
import { defineExactFunctions } from "./define-exact-functions.ts";
import { roundDouble, toDecimal } from "./exact-numbers.ts";
import { importTable, quoteName } from "./import-table.ts";
import type { SqlTable } from "./to-sql-table.ts";

/** A question to the thread. */
export interface SqlJob {
  readonly sql: string;
  readonly tables: readonly SqlTable[];
  /** Rows of the result that are given back. */
  readonly limit: number;
  /** Milliseconds that the query may take, without the import. */
  readonly timeoutMs: number;
}

export type SqlAnswer =
  /** Rounded where a sum or average had more digits than are shown. */
  (TableResult & { readonly ok: true; readonly isRounded: boolean }) | { readonly ok: false; readonly message: string };

const MAX_SQL_CHARACTERS = 20_000;
const MAX_CELL_CHARACTERS = 2_000;
/** Bytes of a text that a query puts together. */
const MAX_TEXT_BYTES = 4_000_000;
const MAX_HEAP_BYTES = 1_000_000_000;
/** Steps of SQLite's machine between two looks at the clock. */
const STEPS = 20_000;
/** Of the row that a statement gives, and of its end; see sqlite3.h. */
const ROW = 100;
/** Functions that give rows and are no tables of anybody. */
const ROW_FUNCTIONS = ["json_each", "json_tree"];
/** Tables in which SQLite speaks of itself. */
const OWN_TABLES = /^(?:sqlite_|pragma_|dbstat$|bytecode$|tables_used$)/i;

/**
 * Reads tables into a new database in memory, asks it one query, and closes it. Only a query that reads these tables runs:
 * SQLite asks before it does anything else, and is refused.
 */
export function askSql(sqlite: Sqlite3Static, job: SqlJob, now: () => number): SqlAnswer {
  if (job.sql.length > MAX_SQL_CHARACTERS) return fail(`The query is longer than ${MAX_SQL_CHARACTERS} characters.`);
  const database = new sqlite.oo1.DB(":memory:", "c");
  try {
    const facts = { isRounded: false };
    defineExactFunctions(sqlite, database, () => {
      facts.isRounded = true;
    });
    defineDecimalOrder(sqlite, database);
    for (const table of job.tables) importTable(sqlite, database, table);
    const deadline = now() + job.timeoutMs;
    closeOff(sqlite, database, job.tables, () => now() > deadline);
    return runQuery(sqlite, database, job, facts);
  } finally {
    database.close();
  }
}

function runQuery(
  sqlite: Sqlite3Static,
  database: Database,
  job: SqlJob,
  facts: { readonly isRounded: boolean },
): SqlAnswer {
  const { capi, wasm } = sqlite;
  let statement: PreparedStatement | null = null;
  try {
    statement = database.prepare(job.sql);
    const rest = job.sql.slice(capi.sqlite3_sql(statement).length);
    if (hasStatement(rest)) return fail("Give one query at a time.");
    if (statement.columnCount === 0 || capi.sqlite3_stmt_readonly(statement) === 0) return fail(ONLY_READING);
    const columns = toDistinctNames(statement.getColumnNames());
    const rows: (readonly JsonValue[])[] = [];
    while (rows.length < job.limit && statement.step()) rows.push(statement.get([]).map(toJson));
    let total = rows.length;
    if (total === job.limit) {
      const { pointer } = statement;
      let code = wasm.exports.sqlite3_step(pointer);
      for (; code === ROW; code = wasm.exports.sqlite3_step(pointer)) total += 1;
      if (code !== capi.SQLITE_DONE) return fail(explain(sqlite, database, job, code));
    }
    return { ok: true, columns, rows, total, isRounded: facts.isRounded };
  } catch (error) {
    const code = error instanceof sqlite.SQLite3Error ? error.resultCode : capi.SQLITE_ERROR;
    return fail(
      statement === null && /empty SQL/.test(String(error))
        ? "The query is empty."
        : explain(sqlite, database, job, code),
    );
  } finally {
    statement?.finalize();
  }
}

const ONLY_READING = "Only a query that reads is allowed: SELECT, or WITH before a SELECT.";

/** Explains a fault, with the names that there are. */
function explain({ capi }: Sqlite3Static, database: Database, { tables, timeoutMs }: SqlJob, code: number): string {
  switch (code) {
    case capi.SQLITE_INTERRUPT:
      return `The query ran longer than ${timeoutMs / 1000} s.`;
    case capi.SQLITE_NOMEM:
      return "The query needs more memory than it may have.";
    case capi.SQLITE_TOOBIG:
      return "The query puts together a text that is too long.";
    case capi.SQLITE_AUTH:
      return ONLY_READING;
    default:
      return `${capi.sqlite3_errmsg(database)}. ${describeTables(tables)}`;
  }
}

const MAX_NAMED = 40;

function describeTables(tables: readonly SqlTable[]): string {
  if (tables.length === 0) return "There is no table; name the files in 'tables'.";
  const shown = tables.map(({ name, columns }) => {
    const names = columns.slice(0, MAX_NAMED).map((column) => quoteName(column.name));
    return `${quoteName(name)} (${names.join(", ")})`;
  });
  return `The tables and their columns are ${shown.join(", ")}.`;
}

function fail(message: string): SqlAnswer {
  return { ok: false, message };
}

/** True for what is more than comments, spaces and semicolons. */
function hasStatement(rest: string): boolean {
  return rest.replace(/\/\*[\s\S]*?(?:\*\/|$)|--[^\n]*/g, "").replace(/[\s;\u0000]/g, "") !== "";
}

function toJson(value: SqlValue): JsonValue {
  if (typeof value === "number" && Number.isFinite(value)) return roundDouble(value);
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  if (typeof value !== "string") return value === null ? null : "(bytes)";
  return value.length > MAX_CELL_CHARACTERS ? `${value.slice(0, MAX_CELL_CHARACTERS)}…` : value;
}

/** The order of decimals of any length. */
function defineDecimalOrder({ capi, wasm }: Sqlite3Static, database: Database): void {
  const decoder = new TextDecoder();
  const read = (pointer: number, length: number) =>
    toDecimal(decoder.decode(wasm.heap8u().slice(pointer, pointer + length))) ?? { digits: 0n, scale: 0 };
  capi.sqlite3_create_collation_v2(
    database,
    "DECIMAL",
    capi.SQLITE_UTF8,
    0,
    (_, oneLength, one, otherLength, other) =>
      compareDecimals(read(Number(one), oneLength), read(Number(other), otherLength)),
    0,
  );
}

/** From here on nothing is changed, opened or attached, and a query that is late is interrupted. */
function closeOff(
  { capi }: Sqlite3Static,
  database: Database,
  tables: readonly SqlTable[],
  isLate: () => boolean,
): void {
  database.exec(`PRAGMA hard_heap_limit = ${MAX_HEAP_BYTES}; PRAGMA query_only = ON; PRAGMA trusted_schema = OFF;`);
  capi.sqlite3_limit(database, capi.SQLITE_LIMIT_LENGTH, MAX_TEXT_BYTES);
  capi.sqlite3_limit(database, capi.SQLITE_LIMIT_ATTACHED, 0);
  capi.sqlite3_progress_handler(database, STEPS, () => (isLate() ? 1 : 0), 0);
  const names = new Set([...tables.flatMap(({ name, aliases }) => [name, ...aliases]), ...ROW_FUNCTIONS]);
  // Without a column it may be a name of the query's own, from WITH.
  const mayRead = (name: string, column: unknown) => names.has(name) || (column === "" && !OWN_TABLES.test(name));
  const computing: readonly number[] = [capi.SQLITE_SELECT, capi.SQLITE_FUNCTION, capi.SQLITE_RECURSIVE];
  capi.sqlite3_set_authorizer(
    database,
    (_, action, name, column) => {
      const isAllowed = action === capi.SQLITE_READ ? mayRead(String(name), column) : computing.includes(action);
      return isAllowed ? capi.SQLITE_OK : capi.SQLITE_DENY;
    },
    0,
  );
}
