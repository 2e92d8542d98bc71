import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import type { WorkspacePort } from "../../agent/ports/workspace-port.ts";
import { toExamples } from "../to-examples.ts";
import { previewFileChange, runFileChange } from "./change-files.ts";
import examples from "./examples.json" with { type: "json" };

export function createMoveFile(files: WorkspacePort) {
  return defineTool({
    name: "move_file",
    description: "Moves or renames one of the user's files, inside its folder.",
    effect: "writes",
    asks: true,
    input: z.object({
      path: z.string().check(z.describe("The file as it is called now")),
      to: z.string().check(z.describe("Its new path; nothing may be there yet")),
    }),
    examples: toExamples(examples.move_file),
    preview: (input, context) => previewFileChange(files, { type: "move", ...input }, context),
    run: (input, context) => runFileChange(files, { type: "move", ...input }, context),
  });
}
