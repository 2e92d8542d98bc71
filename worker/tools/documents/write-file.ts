import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import type { WorkspacePort } from "../../agent/ports/workspace-port.ts";
import { toExamples } from "../to-examples.ts";
import { previewFileChange, runFileChange } from "./change-files.ts";
import examples from "./examples.json" with { type: "json" };

export function createWriteFile(files: WorkspacePort) {
  return defineTool({
    name: "write_file",
    description: "Writes a whole text file in the user's folder: a new one, or instead of what an old one held.",
    effect: "writes",
    asks: true,
    input: z.object({
      path: z.string().check(z.describe("Where to write, for instance notes/plan.md")),
      text: z.string().check(z.describe("All that the file shall hold")),
      append: z._default(z.boolean().check(z.describe("true adds the text at the end of the file")), false),
    }),
    examples: toExamples(examples.write_file),
    preview: (input, context) => previewFileChange(files, { type: "write", ...input }, context),
    run: (input, context) => runFileChange(files, { type: "write", ...input }, context),
  });
}
