import type { Directory } from "./directory.ts";
import { WorkspaceStore, type WorkspaceStoreDeps } from "./workspace-store.ts";

const PRIVATE_FOLDER = "workspaces";
const CHANGE_LOCK = "alcove-file-change";
const READ_LOCK = "alcove-file-index-";

/** Opens the user's folders in a browser. */
export async function openWorkspaces(
  deps: Pick<WorkspaceStoreDeps, "readers" | "now" | "newId" | "onUse" | "readEmbedder">,
  { storage, locks }: { readonly storage: StorageManager; readonly locks: LockManager },
): Promise<WorkspaceStore> {
  const openAll = async () => await (await storage.getDirectory()).getDirectoryHandle(PRIVATE_FOLDER, { create: true });
  const store = new WorkspaceStore({
    ...deps,
    openPrivate: async (id): Promise<Directory> => await (await openAll()).getDirectoryHandle(id, { create: true }),
    removePrivate: async (id) => {
      // One that is gone already is removed.
      await (await openAll()).removeEntry(id, { recursive: true }).catch(() => undefined);
    },
    runAlone: async (work) => await locks.request(CHANGE_LOCK, work),
    readAlone: async (id, work) => await locks.request(`${READ_LOCK}${id}`, work),
  });
  await store.journal.mend();
  return store;
}
