/** A file with its place in the folder that was dropped or picked; the name alone for one that came by itself. */
export interface FoundFile {
  /** Names of folders and the file, with slashes between. */
  readonly path: string;
  readonly file: File;
}

/** Files that an input lets a user pick, a folder included. */
export function toFoundFiles(files: Iterable<File>): readonly FoundFile[] {
  return Array.from(files, (file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/**
 * The dropped files, those in dropped folders included. What was dropped is looked at before this returns, as browsers
 * want it; rejects when a folder cannot be read.
 */
export async function readDropped(dropped: DataTransfer): Promise<readonly FoundFile[]> {
  const folders: FileSystemDirectoryEntry[] = [];
  const loose: File[] = [];
  for (const item of dropped.items) {
    const entry = item.webkitGetAsEntry();
    const file = item.getAsFile();
    if (entry !== null && isFolder(entry)) folders.push(entry);
    else if (file !== null) loose.push(file);
  }
  const found = [...toFoundFiles(loose)];
  for (const folder of folders) for await (const file of walk(folder)) found.push(file);
  return found;
}

async function* walk(folder: FileSystemDirectoryEntry): AsyncGenerator<FoundFile> {
  const reader = folder.createReader();
  for (;;) {
    // Chromium gives a hundred at a time, and an empty list after the last.
    const entries = await new Promise<readonly FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (entries.length === 0) return;
    for (const entry of entries) {
      if (isFolder(entry)) yield* walk(entry);
      else if (isFile(entry)) {
        const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
        yield { path: entry.fullPath.slice(1), file };
      }
    }
  }
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}
