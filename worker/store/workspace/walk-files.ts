import type { FileEntry } from "../../protocol/workspaces/workspace.ts";
import type { Directory, FileHandle } from "./directory.ts";
import { withFaults } from "./workspace-fault.ts";

/** Files of one folder that are looked at; more are not listed, found or searched. */
export const MAX_FILES = 200_000;
const MAX_DEPTH = 32;

/** Lists a folder, or so many entries of it: folders first, then files, each by name. */
export async function listDirectory(
  directory: Directory,
  path: string,
  limit = Number.POSITIVE_INFINITY,
): Promise<readonly FileEntry[]> {
  const entries: FileEntry[] = [];
  await withFaults(path, async () => {
    for await (const [name, entry] of directory.entries()) {
      if (entries.length >= limit) break;
      const at = path === "" ? name : `${path}/${name}`;
      entries.push(entry.kind === "directory" ? { path: at, type: "folder" } : await toFileEntry(at, entry));
    }
  });
  return entries.sort(compareEntries);
}

/** Every file of a folder and the folders in it, by path. Hidden files and folders are left out. */
export async function* walkFiles(
  root: Directory,
  path = "",
  budget: { left: number } = { left: MAX_FILES },
): AsyncGenerator<{ readonly path: string; readonly file: FileHandle }> {
  if (path.split("/").length > MAX_DEPTH) return;
  const entries: [string, Directory | FileHandle][] = [];
  for await (const entry of root.entries()) if (isShownName(entry[0])) entries.push(entry);
  entries.sort(([left], [right]) => (left < right ? -1 : 1));
  for (const [name, entry] of entries) {
    const at = path === "" ? name : `${path}/${name}`;
    if (entry.kind === "directory") yield* walkFiles(entry, at, budget);
    else if (budget.left > 0) {
      budget.left -= 1;
      yield { path: at, file: entry };
    } else return;
  }
}

/** Whether a path is one that `walkFiles` gives: nothing hidden, and no half-written file of the browser's own. */
export function isWalked(path: string): boolean {
  return path.split("/").every(isShownName);
}

function isShownName(name: string): boolean {
  return !name.startsWith(".") && !name.endsWith(".crswap");
}

/** The file at a path that `walkFiles` gave. Rejects where it is no longer there. */
export async function openWalked(root: Directory, path: string): Promise<FileHandle> {
  const names = path.split("/");
  let directory = root;
  for (const name of names.slice(0, -1)) directory = await directory.getDirectoryHandle(name);
  return await directory.getFileHandle(names.at(-1) ?? "");
}

/** A file without facts where it cannot be opened now. */
export async function toFileEntry(path: string, handle: FileHandle): Promise<FileEntry> {
  try {
    const { size, lastModified } = await handle.getFile();
    return { path, type: "file", bytes: size, modifiedAt: lastModified };
  } catch {
    return { path, type: "file" };
  }
}

function compareEntries(left: FileEntry, right: FileEntry): number {
  if (left.type !== right.type) return left.type === "folder" ? -1 : 1;
  return left.path.localeCompare(right.path, undefined, { numeric: true });
}
