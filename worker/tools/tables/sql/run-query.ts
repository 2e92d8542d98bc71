import type { ToolContext, ToolOutput } from "../../../agent/define/tool.ts";
import type { FilesPort } from "../../../agent/ports/files-port.ts";
import { toBoundedJson } from "../../../protocol/bounded-json.ts";
import { isJsonArray, isJsonObject, type JsonObject } from "../../../protocol/json.ts";
import { runUntrusted } from "../../run-untrusted.ts";
import { openTables } from "../open-table.ts";
import type { SqlJob } from "./sql-database.ts";
import { toSqlTables } from "./to-sql-table.ts";

/** Asks a job in a thread of its own; resolves with what the thread answers. */
export type RunSql = (job: SqlJob, signal: AbortSignal) => Promise<unknown>;

/** Milliseconds of a query, without the import of its tables. */
export const QUERY_TIMEOUT_MS = 10_000;
const MAX_RESULT_CHARACTERS = 60_000;
/** A file's name in quotes, as a query may name a table. */
const QUOTED_FILE = /"((?:[^"]|"")+\.(?:csv|tsv|tab|json|xlsx))"/giu;

interface AskedQuery {
  readonly sql: string;
  readonly tables?: readonly string[] | undefined;
  readonly limit: number;
}

/**
 * Asks SQLite about the conversation's tables and those files that the call or the query names. Throws an error for the
 * model where a file is no table or the query fails.
 */
export async function runQuery(
  files: FilesPort,
  run: RunSql,
  { sql, tables: names = [], limit }: AskedQuery,
  context: ToolContext,
): Promise<ToolOutput> {
  const quoted = [...sql.matchAll(QUOTED_FILE)].map(([, name = ""]) => name.replaceAll('""', '"'));
  const tables = await openTables(files, context, names, quoted);
  return runUntrusted(async () => {
    const job = { sql, tables: toSqlTables(tables), limit, timeoutMs: QUERY_TIMEOUT_MS };
    return { files: tables.map(({ table }) => table.name), ...readAnswer(await run(job, context.signal)) };
  }, tables.length > 0);
}

/** The thread has read foreign tables: its answer is checked like anything foreign. */
function readAnswer(data: unknown): JsonObject {
  const bounded = toBoundedJson(data);
  const answer = bounded.ok ? bounded.value : null;
  if (!isJsonObject(answer)) throw new Error("The query gave no readable answer.");
  if (answer.ok !== true) throw new Error(typeof answer.message === "string" ? answer.message : "The query failed.");
  const { columns = null, rows = null, total = null, isRounded } = answer;
  if (!isJsonArray(columns) || !isJsonArray(rows)) throw new Error("The query gave no readable answer.");
  if (JSON.stringify(rows).length > MAX_RESULT_CHARACTERS) {
    throw new Error("The query gave too much to show. Select fewer columns or rows.");
  }
  const note = isRounded === true ? { note: "Numbers with more than 15 digits are rounded to 15." } : {};
  return { columns, rows, total, ...note };
}
