import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import type { WorkspacePort } from "../../agent/ports/workspace-port.ts";
import { previewFileChange, runFileChange } from "./change-files.ts";

export function createDeleteFile(files: WorkspacePort) {
  return defineTool({
    name: "delete_file",
    description: "Deletes one of the user's files.",
    effect: "writes",
    asks: true,
    input: z.object({ path: z.string().check(z.describe("The file to delete")) }),
    examples: [{ question: "Delete the file old.txt", arguments: { path: "old.txt" } }],
    preview: (input, context) => previewFileChange(files, { type: "delete", ...input }, context),
    run: (input, context) => runFileChange(files, { type: "delete", ...input }, context),
  });
}
