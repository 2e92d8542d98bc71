import type { WorkspacesApi } from "../../protocol/api/workspaces-api.ts";
import type { WorkspaceStore } from "../../store/workspace/workspace-store.ts";
import type { HostParts } from "../host-parts.ts";
import { toResults, toStored } from "../to-result.ts";
import { remakeAgent } from "./tools-api.ts";

/** Folder API for the page. */
export function createWorkspacesApi(parts: HostParts): {
  readonly api: WorkspacesApi;
  deleteEverything(): Promise<void>;
} {
  const { emit, hasWorkspaces } = parts;
  const noteChange = () => emit({ type: "files-changed" });
  const load = () => parts.loadWorkspaces(noteChange);
  /** Gives an empty list, and loads nothing, if no folder was ever connected. */
  const listed = async <Value>(work: (store: WorkspaceStore) => Promise<readonly Value[]>) =>
    (await hasWorkspaces()) ? work(await load()) : [];
  const noteFolders = async (): Promise<void> => {
    noteChange();
    // The skill for the user's files is there as long as there is a folder.
    await remakeAgent(parts);
  };
  const api: WorkspacesApi = {
    offerPdfReader: async (readPdf) => parts.offer({ readPdf }),
    ...toResults<Omit<WorkspacesApi, "offerPdfReader">>({
      listWorkspaces: () => listed((store) => store.listWorkspaces()),
      addWorkspace: async (name, access, handle) => {
        const added = await (await load()).add(name, access, handle);
        await noteFolders();
        return added;
      },
      changeWorkspace: async (id, change) => {
        await (await load()).workspaces.change(id, change);
        await noteFolders();
      },
      removeWorkspace: async (id) => {
        await (await load()).workspaces.remove(id);
        await noteFolders();
      },
      readWorkspaceHandle: async (id) => (await load()).workspaces.readHandle(id),
      listFiles: async (id, path, limit) => (await load()).list(id, path, limit),
      readFileText: async (id, path) => (await load()).readText(id, path),
      readFile: async (id, path) => (await load()).readFile(id, path),
      keepFileText: async (id, path, read) => {
        await (await load()).keepText(id, path, read);
        noteChange();
      },
      readText: (name, file) => parts.readText(name, file),
      locateFile: async (shownPath) => (await load()).locate(shownPath),
      importFiles: async (id, files) => {
        const imported = await (await load()).import(id, files);
        noteChange();
        return imported;
      },
      exportFiles: async (id) => (await load()).export(id),
      listFileChanges: () => listed((store) => store.journal.list()),
      listFileReadings: () => listed((store) => store.database.listReadings()),
      undoFileChange: async (id) => {
        const reverted = toStored(await (await load()).journal.undo(id), id);
        if (reverted.type === "reverted") noteChange();
        return reverted;
      },
    }),
  };
  return {
    api,
    deleteEverything: async () => {
      if (!(await hasWorkspaces())) return;
      await (await load()).deleteEverything();
      await noteFolders();
    },
  };
}
