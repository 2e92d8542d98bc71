import type { AgentApi } from "../../../worker/protocol/api/agent-api.ts";
import type { Failure } from "../../../worker/protocol/failure.ts";
import type { WorkspaceAccess, WorkspaceInfo } from "../../../worker/protocol/workspaces/workspace.ts";
import { toResult } from "../../state/app-state.ts";

/** Who may use a new folder: the modes for files as the user chose, those that only look things up to read. */
export function toFirstAccess(access: WorkspaceAccess): WorkspaceInfo["access"] {
  return { documents: access, writer: access, assistant: "read", tables: "read", plan: "read", code: "read" };
}

/** Makes a private folder with the sample files; null if that went well. */
export async function bringSample(api: AgentApi, name: string): Promise<Failure | null> {
  const { SAMPLE_FILES } = await import("./sample-files.ts");
  const added = await toResult(api.addWorkspace(name, toFirstAccess("write")));
  if (!added.ok) return added.failure;
  const files = SAMPLE_FILES.map(({ path, text }) => ({ path, file: new Blob([text]) }));
  const imported = await toResult(api.importFiles(added.value.id, files));
  return imported.ok ? null : imported.failure;
}
