import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import type { WorkspacePort } from "../../agent/ports/workspace-port.ts";
import { toFileCaller } from "../to-file-caller.ts";
import { runOnFiles, toNames } from "./run-on-files.ts";

export function createFindFiles(files: WorkspacePort) {
  return defineTool({
    name: "find_files",
    description: "Finds the user's files by their names.",
    effect: "reads",
    personal: true,
    input: z.object({ name: z.string().check(z.describe("A part of the name, or *.csv for an ending")) }),
    examples: [
      { question: "Find the file named lease", arguments: { name: "lease" } },
      { question: "Which CSV files do I have?", arguments: { name: "*.csv" } },
    ],
    run: ({ name }, context) => runOnFiles(async () => toNames(await files.find(name, toFileCaller(context)))),
  });
}
