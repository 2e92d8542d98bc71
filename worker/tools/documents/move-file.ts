import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import type { WorkspacePort } from "../../agent/ports/workspace-port.ts";
import { previewFileChange, runFileChange } from "./change-files.ts";

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
    examples: [
      { question: "Rename draft.txt to final.txt", arguments: { path: "draft.txt", to: "final.txt" } },
      { question: "Move scan.pdf to the folder bills", arguments: { path: "scan.pdf", to: "bills/scan.pdf" } },
    ],
    preview: (input, context) => previewFileChange(files, { type: "move", ...input }, context),
    run: (input, context) => runFileChange(files, { type: "move", ...input }, context),
  });
}
