import type { AgentApi } from "../../../worker/protocol/api/agent-api.ts";
import { toResult } from "../../state/app-state.ts";

/** Files that a person looks through in a list; of larger folders the Files page opens any. */
const MAX_FILES = 300;

/** The files of all folders, by paths that a tool understands. */
export async function listInputFiles(api: Pick<AgentApi, "listWorkspaces" | "listFiles">): Promise<readonly string[]> {
  const workspaces = await toResult(api.listWorkspaces());
  const files: string[] = [];
  const folders = (workspaces.ok ? workspaces.value : []).map(({ id, name }) => ({ id, name, path: "" }));
  for (const { id, name, path } of folders) {
    if (files.length >= MAX_FILES) break;
    const listed = await toResult(api.listFiles(id, path));
    for (const entry of listed.ok ? listed.value : []) {
      if (entry.type === "folder") folders.push({ id, name, path: entry.path });
      else files.push(`${name}/${entry.path}`);
    }
  }
  return files.slice(0, MAX_FILES).sort((one, other) => one.localeCompare(other));
}
