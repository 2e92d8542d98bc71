import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import type { ToolContext } from "../../agent/define/tool.ts";
import type { RequestedChange, WorkspacePort } from "../../agent/ports/workspace-port.ts";
import type { EffectPreview } from "../../protocol/run-event.ts";
import { runUntrusted } from "../run-untrusted.ts";
import examples from "./examples.json" with { type: "json" };

const TITLES = { create: "New file", change: "Change", move: "Move", delete: "Delete" } as const;
const DONE = { create: "created", change: "changed", move: "moved", delete: "deleted" } as const;

/** Scripts, what builds a project, and hidden files and folders: hooks of Git, settings of shells and editors. */
const RUNS =
  /(?:^|\/)(?:\.[^/]+(?:\/.*)?|makefile|package\.json|dockerfile|[^/]+\.(?:sh|bash|zsh|fish|bat|cmd|ps1|vbs|exe|com|command|desktop|lnk|url|py|rb|pl|[cm]?js))$/iu;

export function createEditFile(files: WorkspacePort) {
  return defineTool({
    name: "edit_file",
    description: "Replaces a piece of text in one of the user's files. The piece must be in the file exactly once.",
    input: z.object({
      path: z.string().check(z.describe("The file to change")),
      find: z.string().check(z.minLength(1), z.describe("The text to replace, exactly as the file has it")),
      replace: z.string().check(z.describe("The text to put in its place")),
    }),
    examples: examples.edit_file,
    ...changing(files, "edit"),
  });
}

export function createWriteFile(files: WorkspacePort) {
  return defineTool({
    name: "write_file",
    description: "Writes a whole text file in the user's folder: a new one, or instead of what an old one held.",
    input: z.object({
      path: z.string().check(z.describe("Where to write, for instance notes/plan.md")),
      text: z.string().check(z.describe("All that the file shall hold")),
      append: z._default(z.boolean().check(z.describe("true adds the text at the end of the file")), false),
    }),
    examples: examples.write_file,
    ...changing(files, "write"),
  });
}

export function createMoveFile(files: WorkspacePort) {
  return defineTool({
    name: "move_file",
    description: "Moves or renames one of the user's files, inside its folder.",
    input: z.object({
      path: z.string().check(z.describe("The file as it is called now")),
      to: z.string().check(z.describe("Its new path; nothing may be there yet")),
    }),
    examples: examples.move_file,
    ...changing(files, "move"),
  });
}

export function createDeleteFile(files: WorkspacePort) {
  return defineTool({
    name: "delete_file",
    description: "Deletes one of the user's files.",
    input: z.object({ path: z.string().check(z.describe("The file to delete")) }),
    examples: [{ question: "Delete the file old.txt", arguments: { path: "old.txt" } }],
    ...changing(files, "delete"),
  });
}

/** Members of a tool that changes files: it asks before every call, shows the change, and says what was done. */
function changing<Type extends RequestedChange["type"]>(files: WorkspacePort, type: Type) {
  type Input = Omit<Extract<RequestedChange, { readonly type: Type }>, "type">;
  const toChange = (input: Input) => ({ type, ...input }) as unknown as RequestedChange;
  return {
    effect: "writes",
    asks: true,
    preview: async (input: Input, context: ToolContext): Promise<EffectPreview> => {
      const { action, path, movedTo = path, before, after } = await files.plan(toChange(input), context);
      const runs = action !== "delete" && RUNS.test(movedTo) ? { runs: true as const } : {};
      return { title: `${TITLES[action]}: ${path}`, file: { action, path, ...runs }, before, after };
    },
    run: (input: Input, context: ToolContext) =>
      runUntrusted(async () => {
        const { action, path, movedTo } = await files.apply(toChange(input), context);
        return { [DONE[action]]: true, file: path, ...(movedTo === undefined ? {} : { now: movedTo }) };
      }),
  } as const;
}
