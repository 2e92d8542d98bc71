import type { WorkspacePort } from "../../agent/ports/workspace-port.ts";
import type {
  DirectoryHandle,
  FileBytes,
  FileEntry,
  FileText,
  WorkspaceInfo,
} from "../../protocol/workspaces/workspace.ts";
import { writeZip, type ZipFile } from "../../protocol/workspaces/write-zip.ts";
import type { Directory } from "./directory.ts";
import { FileJournal, type JournalDeps, writeFile } from "./file-journal.ts";
import { findDirectory, findFile, findPlace } from "./find-entry.ts";
import { toPathParts } from "./safe-path.ts";
import { listDirectory, walkFiles } from "./walk-files.ts";
import { WorkspaceDatabase } from "./workspace-database.ts";
import { toWorkspaceFault, WorkspaceFault, withFaults } from "./workspace-fault.ts";
import { WorkspaceFiles, type WorkspaceFilesDeps } from "./workspace-files.ts";
import { Workspaces, type WorkspacesDeps } from "./workspaces.ts";

export interface WorkspaceStoreDeps
  extends Pick<WorkspacesDeps, "openPrivate" | "removePrivate" | "now" | "newId">,
    Pick<WorkspaceFilesDeps, "readers" | "readEmbedder" | "readReranker" | "onUse" | "readAlone">,
    Pick<JournalDeps, "runAlone"> {}

const PRIVATE_FOLDER = "workspaces";
const CHANGE_LOCK = "alcove-file-change";
const READ_LOCK = "alcove-file-index-";

/** Opens the user's folders in a browser. */
export async function openWorkspaces(
  deps: Pick<WorkspaceStoreDeps, "readers" | "now" | "newId" | "onUse" | "readEmbedder" | "readReranker">,
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

/** The user's folders, for tools (the port) and for the page. */
export class WorkspaceStore {
  readonly workspaces: Workspaces;
  readonly journal: FileJournal;
  readonly files: WorkspacePort &
    Pick<WorkspaceFiles, "noteChange" | "openPieces" | "readProgress" | "readTextOf" | "keepText">;
  readonly database: WorkspaceDatabase = new WorkspaceDatabase();

  constructor(deps: WorkspaceStoreDeps) {
    const { database } = this;
    this.workspaces = new Workspaces({ ...deps, database });
    this.journal = new FileJournal({
      ...deps,
      database,
      openRoot: (id) => {
        this.files.noteChange(id);
        return this.workspaces.openRootOf(id, "write");
      },
    });
    this.files = new WorkspaceFiles({ ...deps, database, workspaces: this.workspaces, journal: this.journal });
  }

  add(name: string, access: Parameters<Workspaces["add"]>[2], handle: DirectoryHandle | undefined) {
    return this.workspaces.add(name, toDirectory(handle), access);
  }

  /** The folders, and how far those are read that are being read. */
  async listWorkspaces(): Promise<readonly WorkspaceInfo[]> {
    return (await this.workspaces.list()).map((each) => ({ ...each, ...this.files.readProgress(each.id) }));
  }

  async list(id: string, path: string, limit?: number): Promise<readonly FileEntry[]> {
    const root = await this.workspaces.openRootOf(id, "read");
    const parts = toPathParts(path);
    return await listDirectory(await findDirectory(root, parts), parts.join("/"), limit);
  }

  async readText(id: string, path: string): Promise<FileText> {
    const root = await this.workspaces.openRootOf(id, "read");
    const place = await findFile(root, toPathParts(path));
    return await withFaults(path, async () => this.files.readTextOf(id, root, place.path, await place.file.getFile()));
  }

  async readFile(id: string, path: string): Promise<FileBytes> {
    const place = await findFile(await this.workspaces.openRootOf(id, "read"), toPathParts(path));
    return await place.file.getFile();
  }

  async keepText(id: string, path: string, read: FileText): Promise<void> {
    if (read.type === "text") await this.files.keepText(id, await this.workspaces.openRootOf(id, "read"), path, read);
  }

  /** A tool's path begins with the workspace's name only where its skill knows several. */
  async locate(shownPath: string): Promise<{ readonly workspaceId: string; readonly path: string } | null> {
    const parts = toPathParts(shownPath);
    for (const { id, name } of await this.workspaces.list()) {
      for (const own of parts[0] === name ? [parts.slice(1), parts] : [parts]) {
        try {
          const { path } = await findFile(await this.workspaces.openRootOf(id, "read"), own);
          return { workspaceId: id, path };
        } catch (error) {
          if (!(error instanceof WorkspaceFault)) throw error;
        }
      }
    }
    return null;
  }

  async import(
    id: string,
    files: readonly { readonly path: string; readonly file: FileBytes }[],
  ): Promise<{ readonly imported: number; readonly refused: readonly string[] }> {
    const root = await this.workspaces.openRootOf(id, "write");
    const refused: string[] = [];
    for (const { path, file } of files) {
      try {
        await writeFile(await findFreePlace(root, toPathParts(path)), new Uint8Array(await file.arrayBuffer()));
      } catch (error) {
        const fault = toWorkspaceFault(error, path);
        // A full disk takes no other file either.
        if (!(fault instanceof WorkspaceFault) || fault.refusal === "full") throw fault;
        refused.push(path);
      }
    }
    this.files.noteChange(id);
    return { imported: files.length - refused.length, refused };
  }

  async export(id: string): Promise<Blob> {
    const root = await this.workspaces.openRootOf(id, "read");
    const files: ZipFile[] = [];
    const encoder = new TextEncoder();
    for await (const { path, file } of walkFiles(root)) {
      const stored = await file.getFile();
      const bytes = new Uint8Array(await stored.arrayBuffer());
      files.push({ name: encoder.encode(path), modifiedAt: stored.lastModified, bytes });
    }
    return new Blob(writeZip(files), { type: "application/zip" });
  }

  /** Forgets all folders, and deletes the private ones. */
  async deleteEverything(): Promise<void> {
    for (const { id } of await this.workspaces.list()) await this.workspaces.remove(id);
    await this.database.clear();
  }
}

/** `plan.md`, or `plan (2).md` where that is taken. */
async function findFreePlace(root: Directory, parts: readonly string[]) {
  const name = parts.at(-1) ?? "";
  const [, base = name, ending = ""] = /^(.+?)(\.[^.]*)?$/.exec(name) ?? [];
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${base} (${number})${ending}`;
    const place = await findPlace(root, [...parts.slice(0, -1), free], true);
    if (place.file === null) return place;
  }
}

/** A handle from the page; whatever else came is refused. */
function toDirectory(handle: DirectoryHandle | undefined): Directory | undefined {
  if (handle === undefined) return undefined;
  if (!("entries" in handle)) throw new WorkspaceFault("not-a-folder");
  return handle as Directory;
}
