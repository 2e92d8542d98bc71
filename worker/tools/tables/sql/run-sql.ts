import * as z from "zod/mini";
import { defineTool } from "../../../agent/define/define-tool.ts";
import type { FilesPort } from "../../../agent/ports/files-port.ts";
import examples from "./examples.json" with { type: "json" };
import type { RunSql } from "./run-query.ts";

/** Queries tables with SQLite, which changes nothing and reaches nothing: like reading, it does not ask. */
export function createRunSql(files: FilesPort, loadRunner: () => Promise<RunSql>) {
  return defineTool({
    name: "run_sql",
    description:
      "Runs one SQL query (SQLite, only SELECT or WITH) over attached tables and over files named in 'tables'. A table is " +
      "named like its file: sales.csv is sales. describe_table says which columns there are. Dates are texts such as " +
      "2026-03-05; sum, avg and median are exact.",
    effect: "reads",
    personal: true,
    timeoutMs: 60_000,
    input: z.object({
      sql: z.string().check(z.describe("The query"), z.maxLength(20_000)),
      tables: z.optional(z.array(z.string()).check(z.maxLength(10), z.describe("Files of the user's folders to read"))),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(1000), z.describe("Rows that are shown")), 200),
    }),
    examples: examples.run_sql,
    run: async (input, context) => (await import("./run-query.ts")).runQuery(files, await loadRunner(), input, context),
  });
}
