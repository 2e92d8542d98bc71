import type { Directory, StoredFile } from "../directory.ts";
import { mayHoldText } from "../read-document.ts";
import { isWalked, openWalked, walkFiles } from "../walk-files.ts";

/** Files that are asked for their time at once. */
const FILES_AT_ONCE = 200;

/** A file as it lies there now. */
interface SeenFile {
  readonly path: string;
  /** Null for a file that holds no text. */
  readonly stored: StoredFile | null;
}

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

/** Compares all files of a folder with those that are known, by size and time. */
export async function lookAtFolder(root: Directory, known: KnownFiles): Promise<LookedFolder> {
  const looked = { changed: [] as string[], gone: [] as string[], locked: [] as string[] };
  const seen = new Set<string>();
  let batch: Promise<SeenFile | string>[] = [];
  const take = async () => {
    for (const file of await Promise.all(batch.splice(0))) compare(file, known, looked);
  };
  for await (const { path, file } of walkFiles(root)) {
    seen.add(path);
    batch.push(toSeen(path, () => file.getFile()));
    if (batch.length >= FILES_AT_ONCE) await take();
  }
  await take();
  batch = [];
  for (const path of known.paths()) if (!seen.has(path)) looked.gone.push(path);
  return looked;
}

/** The same for a few paths. Null where one of them is a folder's: then all has to be looked at. */
export async function lookAtPaths(
  root: Directory,
  paths: readonly string[],
  known: KnownFiles,
): Promise<LookedFolder | null> {
  const looked = { changed: [] as string[], gone: [] as string[], locked: [] as string[] };
  for (const path of paths.filter(isWalked)) {
    try {
      const file = await openWalked(root, path);
      compare(await toSeen(path, () => file.getFile()), known, looked);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== "NotFoundError") return null;
      if (known.get(path) === undefined) return null;
      looked.gone.push(path);
    }
  }
  return looked;
}

/** The path alone where the file cannot be opened. */
async function toSeen(path: string, open: () => Promise<StoredFile>): Promise<SeenFile | string> {
  try {
    const stored = await open();
    return { path, stored: mayHoldText(path, stored.size) ? stored : null };
  } catch {
    return path;
  }
}

function compare(
  file: SeenFile | string,
  known: KnownFiles,
  looked: { readonly changed: string[]; readonly gone: string[]; readonly locked: string[] },
): void {
  if (typeof file === "string") {
    looked.locked.push(file);
    return;
  }
  const before = known.get(file.path);
  if (file.stored === null) {
    if (before !== undefined) looked.gone.push(file.path);
  } else if (before?.bytes !== file.stored.size || before.modifiedAt !== file.stored.lastModified) {
    looked.changed.push(file.path);
  }
}
