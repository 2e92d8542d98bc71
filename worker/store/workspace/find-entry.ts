import type { Directory, FileHandle } from "./directory.ts";
import { checkNewName, toNameKey } from "./safe-path.ts";
import { WorkspaceFault, withFaults } from "./workspace-fault.ts";

/** A file's place in a folder: the folder it is in, its name there, and the file if it exists. */
export interface FilePlace {
  readonly directory: Directory;
  readonly name: string;
  readonly file: FileHandle | null;
  /** As the file system spells it. */
  readonly path: string;
}

/** Finds a folder. A name may differ in case and in its Unicode form where it is the only one. */
export async function findDirectory(root: Directory, parts: readonly string[]): Promise<Directory> {
  return (await walk(root, parts, false)).directory;
}

/** Finds the place of a file, which need not exist; its folders must, or are made with `create`. */
export async function findPlace(root: Directory, parts: readonly string[], create = false): Promise<FilePlace> {
  const wanted = parts.at(-1);
  if (wanted === undefined) throw new WorkspaceFault("not-a-file");
  const { directory, names } = await walk(root, parts.slice(0, -1), create);
  const entry = await findChild(directory, wanted);
  if (entry?.kind === "directory") throw new WorkspaceFault("not-a-file", parts.join("/"));
  if (entry === null) checkNewName(wanted);
  else await checkInside(root, entry, [...names, entry.name]);
  const name = entry?.name ?? wanted;
  return { directory, name, file: entry, path: [...names, name].join("/") };
}

/** The same for a file that must exist. */
export async function findFile(
  root: Directory,
  parts: readonly string[],
): Promise<FilePlace & { readonly file: FileHandle }> {
  const place = await findPlace(root, parts);
  if (place.file === null) throw new WorkspaceFault("missing", parts.join("/"));
  return { ...place, file: place.file };
}

async function walk(root: Directory, parts: readonly string[], create: boolean) {
  let directory = root;
  const names: string[] = [];
  for (const part of parts) {
    const entry = await findChild(directory, part);
    if (entry?.kind === "file") throw new WorkspaceFault("not-a-folder", [...names, part].join("/"));
    if (entry === null && !create) throw new WorkspaceFault("missing", parts.join("/"));
    if (entry === null) checkNewName(part);
    const parent = directory;
    directory = entry ?? (await withFaults(parts.join("/"), () => parent.getDirectoryHandle(part, { create: true })));
    names.push(directory.name);
    await checkInside(root, directory, names);
  }
  return { directory, names };
}

/** The entry of exactly this name, or else the only one whose name is the same but for case and Unicode form. */
async function findChild(directory: Directory, name: string): Promise<Directory | FileHandle | null> {
  const key = toNameKey(name);
  return await withFaults(name, async () => {
    const similar: (Directory | FileHandle)[] = [];
    // From the folder's own list: browsers leave links out of it.
    for await (const [own, entry] of directory.entries()) {
      if (own === name) return entry;
      if (toNameKey(own) === key) similar.push(entry);
    }
    return similar.length === 1 ? (similar[0] ?? null) : null;
  });
}

/** Throws unless the entry lies where its path says: a link lies elsewhere. */
async function checkInside(root: Directory, entry: Directory | FileHandle, names: readonly string[]): Promise<void> {
  const resolved = await root.resolve(entry);
  const isInside = resolved?.length === names.length && resolved.every((name, index) => name === names[index]);
  if (!isInside) throw new WorkspaceFault("outside", names.join("/"));
}
