import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import type { WorkspacePort } from "../../agent/ports/workspace-port.ts";
import { toExamples } from "../to-examples.ts";
import { toFileCaller } from "../to-file-caller.ts";
import { cutLines } from "./cut-lines.ts";
import examples from "./examples.json" with { type: "json" };
import { runOnFiles } from "./run-on-files.ts";

export function createReadFile(files: WorkspacePort) {
  return defineTool({
    name: "read_file",
    description:
      "Reads one of the user's files: text, CSV, JSON, HTML, PDF, Word, Excel, EPUB, calendar (ICS) or mail (EML).",
    effect: "reads",
    personal: true,
    input: z.object({
      path: z.string().check(z.describe("The file, as list_files or search_files names it")),
      start_line: z._default(z.int().check(z.minimum(1)), 1),
    }),
    examples: toExamples(examples.read_file),
    run: ({ path, start_line: first }, context) =>
      runOnFiles(async () => {
        const file = await files.read(path, toFileCaller(context));
        return `${file.path}${cutLines(file.text, first)}`;
      }),
  });
}
