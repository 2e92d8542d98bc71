import type { WorkspacesApi } from "../../protocol/api/workspaces-api.ts";
import type { WorkspaceStore } from "../../store/workspace/workspace-store.ts";
import type { HostParts } from "../host-parts.ts";
import { attempt, toMissing, toResult } from "../to-result.ts";
import { remakeAgent } from "./tools-api.ts";

/** Folder API for the page. */
export function createWorkspacesApi(parts: HostParts): {
  readonly api: WorkspacesApi;
  deleteEverything(): Promise<void>;
} {
  const { emit, hasWorkspaces } = parts;
  const load = () => parts.loadWorkspaces(() => emit({ type: "files-changed" }));
  const onFiles = <Value>(work: (store: WorkspaceStore) => Promise<Value>) => attempt(async () => work(await load()));
  /** Gives an empty list, and loads nothing, if no folder was ever connected. */
  const listed = <Value>(work: (store: WorkspaceStore) => Promise<readonly Value[]>) =>
    attempt(async () => ((await hasWorkspaces()) ? work(await load()) : []));
  const changed = async <Value>(value: Value): Promise<Value> => {
    emit({ type: "files-changed" });
    // The skill for the user's files is there as long as there is a folder.
    await remakeAgent(parts);
    return value;
  };
  const api: WorkspacesApi = {
    listWorkspaces: () => listed((store) => store.listWorkspaces()),
    addWorkspace: (name, access, handle) => onFiles(async (store) => changed(await store.add(name, access, handle))),
    changeWorkspace: (id, change) =>
      onFiles(async (store) => {
        await store.workspaces.change(id, change);
        return changed(null);
      }),
    removeWorkspace: (id) =>
      onFiles(async (store) => {
        await store.workspaces.remove(id);
        return changed(null);
      }),
    readWorkspaceHandle: (id) => onFiles((store) => store.workspaces.readHandle(id)),
    listFiles: (id, path, limit) => onFiles((store) => store.list(id, path, limit)),
    readFileText: (id, path) => onFiles((store) => store.readText(id, path)),
    readFile: (id, path) => onFiles((store) => store.readFile(id, path)),
    keepFileText: (id, path, read) =>
      onFiles(async (store) => {
        await store.keepText(id, path, read);
        emit({ type: "files-changed" });
        return null;
      }),
    readText: (name, file) => attempt(() => parts.readText(name, file)),
    offerPdfReader: async (read) => parts.offerPdfReader(read),
    locateFile: (shownPath) => onFiles((store) => store.locate(shownPath)),
    importFiles: (id, files) =>
      onFiles(async (store) => {
        const imported = await store.import(id, files);
        emit({ type: "files-changed" });
        return imported;
      }),
    exportFiles: (id) => onFiles((store) => store.export(id)),
    listFileChanges: () => listed((store) => store.journal.list()),
    listFileReadings: () => listed((store) => store.database.listReadings()),
    undoFileChange: (id) =>
      toResult(async () => {
        const reverted = await (await load()).journal.undo(id);
        if (reverted?.type === "reverted") emit({ type: "files-changed" });
        return reverted === null ? toMissing(id) : { ok: true, value: reverted };
      }),
  };
  return {
    api,
    deleteEverything: async () => {
      if (!(await hasWorkspaces())) return;
      await (await load()).deleteEverything();
      await changed(null);
    },
  };
}
