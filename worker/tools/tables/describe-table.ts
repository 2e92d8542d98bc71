import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import { toToolOutput } from "../../agent/define/tool.ts";
import type { FilesPort } from "../../agent/ports/files-port.ts";
import { toExamples } from "../to-examples.ts";
import examples from "./examples.json" with { type: "json" };
import { TABLE_ENDINGS } from "./table-tools.ts";

export function createDescribeTable(files: FilesPort) {
  return defineTool({
    name: "describe_table",
    description: "Says which columns the attached table has, of which type, with how many rows.",
    effect: "reads",
    personal: true,
    forFiles: TABLE_ENDINGS,
    input: z.object({ table: z.optional(z.string().check(z.describe("Name of the file; leave out for the newest"))) }),
    examples: toExamples(examples.describe_table),
    async run({ table }, context) {
      const [{ openTable }, { describeRows }] = await Promise.all([
        import("./open-table.ts"),
        import("./describe-rows.ts"),
      ]);
      const value = describeRows(await openTable(files, context, table));
      return toToolOutput([{ type: "json", value }], { untrusted: true });
    },
  });
}
