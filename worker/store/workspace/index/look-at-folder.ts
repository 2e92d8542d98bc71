import type { Directory, FileHandle, StoredFile } from "../directory.ts";
import { mayHoldText } from "../read-document.ts";
import { isWalked, openWalked, walkFiles } from "../walk-files.ts";

/** Files that are asked for their time at once. */
const FILES_AT_ONCE = 200;

/** An index's knowledge of a folder's files. */
export interface KnownFiles {
  get(path: string): { readonly bytes: number; readonly modifiedAt: number } | undefined;
  paths(): readonly string[];
}

/** Which files are new or not as they were, which are no longer there, and which could not be opened now. */
export interface LookedFolder {
  readonly changed: readonly string[];
  readonly gone: readonly string[];
  readonly locked: readonly string[];
}

type Looked = { readonly [List in keyof LookedFolder]: string[] };

/** Compares all files of a folder with those that are known, by size and time. */
export async function lookAtFolder(root: Directory, known: KnownFiles): Promise<LookedFolder> {
  const looked: Looked = { changed: [], gone: [], locked: [] };
  const seen = new Set<string>();
  const batch: { readonly path: string; readonly opened: Promise<StoredFile | null> }[] = [];
  const take = async () => {
    for (const { path, opened } of batch.splice(0)) compare(path, await opened, known, looked);
  };
  for await (const { path, file } of walkFiles(root)) {
    seen.add(path);
    batch.push({ path, opened: openFile(file) });
    if (batch.length >= FILES_AT_ONCE) await take();
  }
  await take();
  for (const path of known.paths()) if (!seen.has(path)) looked.gone.push(path);
  return looked;
}

/** The same for a few paths. Null where one of them is a folder's: then all has to be looked at. */
export async function lookAtPaths(
  root: Directory,
  paths: readonly string[],
  known: KnownFiles,
): Promise<LookedFolder | null> {
  const looked: Looked = { changed: [], gone: [], locked: [] };
  for (const path of paths.filter(isWalked)) {
    try {
      compare(path, await openFile(await openWalked(root, path)), known, looked);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== "NotFoundError") return null;
      if (known.get(path) === undefined) return null;
      looked.gone.push(path);
    }
  }
  return looked;
}

/** The file as it lies there now; null where it cannot be opened. */
async function openFile(file: FileHandle): Promise<StoredFile | null> {
  return await file.getFile().catch(() => null);
}

function compare(path: string, stored: StoredFile | null, known: KnownFiles, looked: Looked): void {
  const before = known.get(path);
  if (stored === null) looked.locked.push(path);
  else if (!mayHoldText(path, stored.size)) {
    if (before !== undefined) looked.gone.push(path);
  } else if (before?.bytes !== stored.size || before.modifiedAt !== stored.lastModified) looked.changed.push(path);
}
