import type { ToolContext } from "../../agent/define/tool.ts";
import type { PlannedChange, RequestedChange, WorkspacePort } from "../../agent/ports/workspace-port.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { EffectPreview } from "../../protocol/run-event.ts";
import { toFileCaller } from "../to-file-caller.ts";
import { runOnFiles } from "./run-on-files.ts";

const TITLES = { create: "New file", change: "Change", move: "Move", delete: "Delete" } as const;
const DONE = { create: "created", change: "changed", move: "moved", delete: "deleted" } as const;

/** Scripts, what builds a project, and hidden files and folders: hooks of Git, settings of shells and editors. */
const RUNS =
  /(?:^|\/)(?:\.[^/]+(?:\/.*)?|makefile|package\.json|dockerfile|[^/]+\.(?:sh|bash|zsh|fish|bat|cmd|ps1|vbs|exe|com|command|desktop|lnk|url|py|rb|pl|[cm]?js))$/iu;

/** Previews a change for the approval card. */
export async function previewFileChange(
  files: WorkspacePort,
  change: RequestedChange,
  context: ToolContext,
): Promise<EffectPreview> {
  const { action, path, movedTo = path, before, after } = await files.plan(change, toFileCaller(context));
  const runs = action !== "delete" && RUNS.test(movedTo) ? { runs: true as const } : {};
  return { title: `${TITLES[action]}: ${path}`, file: { action, path, ...runs }, before, after };
}

/** Makes a change and says what was done. */
export function runFileChange(files: WorkspacePort, change: RequestedChange, context: ToolContext) {
  return runOnFiles(async () => toSaid(await files.apply(change, toFileCaller(context))));
}

function toSaid({ action, path, movedTo }: PlannedChange): JsonObject {
  return { [DONE[action]]: true, file: path, ...(movedTo === undefined ? {} : { now: movedTo }) };
}
