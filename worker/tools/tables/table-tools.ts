import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import type { FilesPort } from "../../agent/ports/files-port.ts";
import type { JsonObject } from "../../protocol/json.ts";
import { runUntrusted } from "../run-untrusted.ts";
import examples from "./examples.json" with { type: "json" };
import { TABLE_ENDINGS } from "./table-endings.ts";

export function createQueryTable(files: FilesPort) {
  return defineTool({
    name: "query_table",
    description:
      "Computes over the attached table: the average, sum, count, min, max or median of a column, by groups too, or lists rows.",
    when: "a total, an average, a count, the most or least, or rows of the attached table",
    effect: "reads",
    personal: true,
    forFiles: TABLE_ENDINGS,
    input: z.object({
      operation: z.enum(["rows", "count", "sum", "average", "min", "max", "median"]),
      column: z.optional(z.string().check(z.describe("The column to compute with"))),
      where: z.optional(z.string().check(z.describe("Which rows: city = Graz and amount > 10"))),
      group_by: z.optional(z.string().check(z.describe("One result for each value of this column"))),
      period: z.optional(z.enum(["day", "month", "year"])),
      columns: z.optional(z.array(z.string()).check(z.describe("For rows: the columns to show"))),
      sort: z.optional(z.string().check(z.describe("A column, perhaps with descending after it"))),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(200)), 20),
      table: z.optional(z.string().check(z.describe("Name of the file; leave out for the newest"))),
    }),
    examples: examples.query_table,
    async run({ table: name, ...query }, context) {
      const [{ openTable }, { queryRows }] = await Promise.all([import("./open-table.ts"), import("./query-rows.ts")]);
      const table = await openTable(files, context, name);
      return runUntrusted(async () => ({ file: table.name, ...queryRows(table, query) }) as JsonObject);
    },
  });
}

export function createDescribeTable(files: FilesPort) {
  return defineTool({
    name: "describe_table",
    description: "Says which columns the attached table has, of which type, with how many rows.",
    effect: "reads",
    personal: true,
    forFiles: TABLE_ENDINGS,
    input: z.object({ table: z.optional(z.string().check(z.describe("Name of the file; leave out for the newest"))) }),
    examples: examples.describe_table,
    async run({ table }, context) {
      const [{ openTable }, { describeRows }] = await Promise.all([
        import("./open-table.ts"),
        import("./describe-rows.ts"),
      ]);
      const opened = await openTable(files, context, table);
      return runUntrusted(async () => describeRows(opened));
    },
  });
}

export function createDrawChart(files: FilesPort) {
  return defineTool({
    name: "draw_chart",
    description: "Draws a chart of the attached table or of numbers: bar, line, scatter, histogram or pie.",
    effect: "reads",
    personal: true,
    seldom: true,
    input: z.object({
      type: z.enum(["bar", "line", "scatter", "histogram", "pie"]),
      title: z.optional(z.string().check(z.describe("What stands above it"))),
      column: z.optional(z.string().check(z.describe("The column with the numbers"))),
      by: z.optional(z.string().check(z.describe("The column for the labels; for scatter the other numbers"))),
      operation: z.optional(z.enum(["count", "sum", "average", "min", "max", "median"])),
      period: z.optional(z.enum(["day", "month", "year"])),
      where: z.optional(z.string().check(z.describe("Which rows: city = Graz and amount > 10"))),
      table: z.optional(z.string().check(z.describe("Name of the file; leave out for the newest"))),
      labels: z.optional(z.array(z.string()).check(z.describe("Without a table: what the numbers are of"))),
      values: z.optional(z.array(z.number()).check(z.describe("Without a table: the numbers"))),
    }),
    examples: examples.draw_chart,
    run: async (chart, context) => (await import("./list-chart.ts")).listChart(files, context, chart),
  });
}
