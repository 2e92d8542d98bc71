import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import type { WorkspacePort } from "../../agent/ports/workspace-port.ts";
import { toExamples } from "../to-examples.ts";
import { toFileCaller } from "../to-file-caller.ts";
import examples from "./examples.json" with { type: "json" };
import { runOnFiles, toNames } from "./run-on-files.ts";

export function createFindFiles(files: WorkspacePort) {
  return defineTool({
    name: "find_files",
    description: "Finds the user's files by their names.",
    effect: "reads",
    personal: true,
    input: z.object({ name: z.string().check(z.describe("A part of the name, or *.csv for an ending")) }),
    examples: toExamples(examples.find_files),
    run: ({ name }, context) => runOnFiles(async () => toNames(await files.find(name, toFileCaller(context)))),
  });
}
