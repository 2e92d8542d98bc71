import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import type { WorkspacePort } from "../../agent/ports/workspace-port.ts";
import { toExamples } from "../to-examples.ts";
import { toFileCaller } from "../to-file-caller.ts";
import examples from "./examples.json" with { type: "json" };
import { runOnFiles, toNames } from "./run-on-files.ts";

export function createListFiles(files: WorkspacePort) {
  return defineTool({
    name: "list_files",
    description: "Lists the files and folders in one of the user's folders.",
    effect: "reads",
    personal: true,
    input: z.object({ folder: z.optional(z.string().check(z.describe("Path of a folder; leave out for the top"))) }),
    examples: toExamples(examples.list_files),
    run: ({ folder = "" }, context) => runOnFiles(async () => toNames(await files.list(folder, toFileCaller(context)))),
  });
}
