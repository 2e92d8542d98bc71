import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import type { FileListing, WorkspacePort } from "../../agent/ports/workspace-port.ts";
import type { JsonValue } from "../../protocol/json.ts";
import type { ReadingProgress } from "../../protocol/workspaces/workspace.ts";
import { runUntrusted } from "../run-untrusted.ts";
import { cutLines } from "./cut-lines.ts";
import examples from "./examples.json" with { type: "json" };

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
    examples: examples.search_files,
    run: ({ query, limit }, context) =>
      runUntrusted(async () => {
        const { passages, reading } = await files.search(query, limit, context);
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
    examples: examples.read_file,
    run: ({ path, start_line: first }, context) =>
      runUntrusted(async () => {
        const file = await files.read(path, context);
        return `${file.path}${cutLines(file.text, first)}`;
      }),
  });
}

export function createListFiles(files: WorkspacePort) {
  return defineTool({
    name: "list_files",
    description: "Lists the files and folders in one of the user's folders.",
    effect: "reads",
    personal: true,
    input: z.object({ folder: z.optional(z.string().check(z.describe("Path of a folder; leave out for the top"))) }),
    examples: examples.list_files,
    run: ({ folder = "" }, context) => runUntrusted(async () => toNames(await files.list(folder, context))),
  });
}

export function createFindFiles(files: WorkspacePort) {
  return defineTool({
    name: "find_files",
    description: "Finds the user's files by their names.",
    effect: "reads",
    personal: true,
    input: z.object({ name: z.string().check(z.describe("A part of the name, or *.csv for an ending")) }),
    examples: examples.find_files,
    run: ({ name }, context) => runUntrusted(async () => toNames(await files.find(name, context))),
  });
}

/** Paths, folders with a `/` at the end, and how many more there are. */
function toNames({ entries, total }: FileListing): JsonValue {
  const files = entries.map(({ path, type }) => (type === "folder" ? `${path}/` : path));
  return total > entries.length ? { files, more: total - entries.length } : { files };
}
