import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import type { WorkspacePort } from "../../agent/ports/workspace-port.ts";
import type { ReadingProgress } from "../../protocol/workspaces/workspace.ts";
import { toExamples } from "../to-examples.ts";
import { toFileCaller } from "../to-file-caller.ts";
import examples from "./examples.json" with { type: "json" };
import { runOnFiles } from "./run-on-files.ts";

export function createSearchFiles(files: WorkspacePort) {
  return defineTool({
    name: "search_files",
    description: "Searches the text of the user's files and documents. Gives the passages that fit best.",
    effect: "reads",
    personal: true,
    input: z.object({
      query: z.string().check(z.describe("The words to look for")),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(10)), 3),
    }),
    examples: toExamples(examples.search_files),
    run: ({ query, limit }, context) =>
      runOnFiles(async () => {
        const { passages, reading } = await files.search(query, limit, toFileCaller(context));
        const unread = reading === null ? null : describeUnread(reading);
        if (passages.length === 0 && unread === null) return "Nothing in the files fits these words.";
        const found = passages.map(({ path, page, text }, index) => ({
          source: `[${index + 1}]`,
          file: path,
          ...(page === undefined ? {} : { page }),
          text,
        }));
        return unread === null ? found : [...found, { note: unread }];
      }),
  });
}

function describeUnread(reading: ReadingProgress): string {
  if (reading.type === "looking") return "New and changed files are not looked at yet: the folder is large.";
  const { read, total } = reading;
  return `So far ${read} of ${total} new files are read: the others are not searched yet. Tell the user.`;
}
