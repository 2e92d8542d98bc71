import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import type { WorkspacePort } from "../../agent/ports/workspace-port.ts";
import { toExamples } from "../to-examples.ts";
import { previewFileChange, runFileChange } from "./change-files.ts";
import examples from "./examples.json" with { type: "json" };

export function createEditFile(files: WorkspacePort) {
  return defineTool({
    name: "edit_file",
    description: "Replaces a piece of text in one of the user's files. The piece must be in the file exactly once.",
    effect: "writes",
    asks: true,
    input: z.object({
      path: z.string().check(z.describe("The file to change")),
      find: z.string().check(z.minLength(1), z.describe("The text to replace, exactly as the file has it")),
      replace: z.string().check(z.describe("The text to put in its place")),
    }),
    examples: toExamples(examples.edit_file),
    preview: (input, context) => previewFileChange(files, { type: "edit", ...input }, context),
    run: (input, context) => runFileChange(files, { type: "edit", ...input }, context),
  });
}
