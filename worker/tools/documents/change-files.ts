import type { ToolContext } from "../../agent/define/tool.ts";
import type { PlannedChange, RequestedChange, WorkspacePort } from "../../agent/ports/workspace-port.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { EffectPreview } from "../../protocol/run-event.ts";
import { toFileCaller } from "../to-file-caller.ts";
import { runOnFiles } from "./run-on-files.ts";

const TITLES = { create: "New file", change: "Change", move: "Move", delete: "Delete" } as const;
const DONE = { create: "created", change: "changed", move: "moved", delete: "deleted" } as const;

/** Previews a change for the approval card. */
export async function previewFileChange(
  files: WorkspacePort,
  change: RequestedChange,
  context: ToolContext,
): Promise<EffectPreview> {
  const { action, path, before, after } = await files.plan(change, toFileCaller(context));
  return { title: `${TITLES[action]}: ${path}`, file: { action, path }, before, after };
}

/** Makes a change and says what was done. */
export function runFileChange(files: WorkspacePort, change: RequestedChange, context: ToolContext) {
  return runOnFiles(async () => toSaid(await files.apply(change, toFileCaller(context))));
}

function toSaid({ action, path, movedTo }: PlannedChange): JsonObject {
  return { [DONE[action]]: true, file: path, ...(movedTo === undefined ? {} : { now: movedTo }) };
}
