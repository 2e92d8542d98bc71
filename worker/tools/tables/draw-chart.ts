import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import type { FilesPort } from "../../agent/ports/files-port.ts";
import { toExamples } from "../to-examples.ts";
import examples from "./examples.json" with { type: "json" };

export function createDrawChart(files: FilesPort) {
  return defineTool({
    name: "draw_chart",
    description: "Draws a chart of the attached table or of numbers: bar, line, scatter, histogram or pie.",
    effect: "reads",
    personal: true,
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
    examples: toExamples(examples.draw_chart),
    run: async (chart, context) => (await import("./list-chart.ts")).listChart(files, context, chart),
  });
}
