import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import type { WorkspacePort } from "../../agent/ports/workspace-port.ts";
import { previewFileChange, runFileChange } from "./change-files.ts";

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
    examples: [
      {
        question: "Write a file shopping.txt with milk and bread",
        arguments: { path: "shopping.txt", text: "milk\nbread\n" },
      },
      { question: "Add eggs to shopping.txt", arguments: { path: "shopping.txt", text: "eggs\n", append: true } },
    ],
    preview: (input, context) => previewFileChange(files, { type: "write", ...input }, context),
    run: (input, context) => runFileChange(files, { type: "write", ...input }, context),
  });
}
