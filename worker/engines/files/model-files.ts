import { parseJsonObject, toFields } from "../../protocol/json.ts";
/**
 * Storage for large model files, in parts of one size: a download continues after the last whole part, and a file of
 * many gigabytes is never in memory at once. A file counts as stored only once it is sealed.
 */
export interface ModelFiles {
  /** Length of every part of a file but its last. */
  readonly partBytes: number;
  /** A sealed file, read lazily; null when there is none or a part of it is missing. */
  open(name: string): Promise<Blob | null>;
  /** The parts written so far, in order; the last may be shorter than `partBytes`. */
  readParts(name: string): Promise<readonly Blob[]>;
  /** Rejects with `QuotaExceededError` when the storage is full. */
  writePart(name: string, index: number, data: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Declares the file complete. */
  seal(name: string, facts: StoredFileFacts): Promise<void>;
  /** Removes a file, sealed or not. */
  delete(name: string): Promise<void>;
  listSealed(): Promise<readonly StoredFile[]>;
  /** Files that were begun but not sealed. */
  listPartial(): Promise<readonly PartialFile[]>;
  /** False when the files last only as long as the tab. */
  readonly durable: boolean;
}

/** Recorded when a file is sealed. */
export interface StoredFileFacts {
  readonly bytes: number;
  readonly sha256: string;
  /** For the user. */
  readonly title: string;
  /** Bytes of each of the files that a split model was imported from, in order; absent for one file. */
  readonly parts?: readonly number[];
}

export interface StoredFile extends StoredFileFacts {
  readonly name: string;
}

/** An unfinished download or import. */
export interface PartialFile {
  readonly name: string;
  /** Bytes of its parts. */
  readonly bytes: number;
}

export const PART_BYTES: number = 8 * 1024 * 1024;

/** Left to what the user makes: where nothing is left the browser may remove everything. */
const SPARE_BYTES = 50_000_000;
const FOLDER = "model-files";
const SEAL = "sealed.json";

/** The origin's private file system, or memory where the browser has none (private windows of some browsers). */
export async function openModelFiles(storage: StorageManager): Promise<ModelFiles> {
  try {
    const root = await storage.getDirectory();
    return createOpfsModelFiles(await root.getDirectoryHandle(FOLDER, { create: true }), storage);
  } catch {
    return createMemoryModelFiles();
  }
}

function createOpfsModelFiles(root: FileSystemDirectoryHandle, storage: Pick<StorageManager, "estimate">): ModelFiles {
  return {
    partBytes: PART_BYTES,
    durable: true,
    readParts: (name) => readParts(root, name),
    open: async (name) => {
      const seal = await readSeal(root, name);
      if (seal === null) return null;
      const file = new Blob([...(await readParts(root, name))]);
      return file.size === seal.bytes ? file : null;
    },
    writePart: async (name, index, data) => {
      const { quota = Number.POSITIVE_INFINITY, usage = 0 } = await storage.estimate();
      if (quota - usage < data.length + SPARE_BYTES) throw new DOMException("too little is left", "QuotaExceededError");
      const folder = await root.getDirectoryHandle(name, { create: true });
      await writeFile(await folder.getFileHandle(toPartName(index), { create: true }), data);
    },
    seal: async (name, facts) => {
      const folder = await root.getDirectoryHandle(name, { create: true });
      const text = new TextEncoder().encode(JSON.stringify(facts));
      await writeFile(await folder.getFileHandle(SEAL, { create: true }), text);
    },
    delete: async (name) => {
      if ((await findFolder(root, name)) !== null) await root.removeEntry(name, { recursive: true });
    },
    listSealed: async () => {
      const files: StoredFile[] = [];
      for await (const name of root.keys()) {
        const seal = await readSeal(root, name);
        if (seal !== null) files.push({ name, ...seal });
      }
      return files;
    },
    listPartial: async () => {
      const files: PartialFile[] = [];
      for await (const name of root.keys()) {
        if ((await readSeal(root, name)) !== null) continue;
        const bytes = sumBytes(await readParts(root, name));
        if (bytes > 0) files.push({ name, bytes });
      }
      return files;
    },
  };
}

function findFolder(root: FileSystemDirectoryHandle, name: string): Promise<FileSystemDirectoryHandle | null> {
  return root.getDirectoryHandle(name).catch(() => null);
}

async function readParts(root: FileSystemDirectoryHandle, name: string): Promise<readonly Blob[]> {
  const parts: Blob[] = [];
  const folder = await findFolder(root, name);
  while (folder !== null) {
    const handle = await folder.getFileHandle(toPartName(parts.length)).catch(() => null);
    // Gone since it was found: another thread discards it or writes it anew.
    const part = await handle?.getFile().catch(() => undefined);
    if (part === undefined || part.size === 0) break;
    parts.push(part);
    if (part.size !== PART_BYTES) break;
  }
  return parts;
}

async function readSeal(root: FileSystemDirectoryHandle, name: string): Promise<StoredFileFacts | null> {
  const folder = await findFolder(root, name);
  const handle = await folder?.getFileHandle(SEAL).catch(() => undefined);
  const file = await handle?.getFile().catch(() => undefined);
  return toSeal(parseJsonObject((await file?.text().catch(() => undefined)) ?? ""));
}

function sumBytes(parts: readonly Blob[]): number {
  return parts.reduce((sum, { size }) => sum + size, 0);
}

async function writeFile(handle: FileSystemFileHandle, data: Uint8Array<ArrayBuffer>): Promise<void> {
  // Safari before 26 has no writable streams here; sync access handles exist only in workers.
  if ("createWritable" in handle) {
    const stream = await handle.createWritable();
    await stream.write(data);
    await stream.close();
    return;
  }
  const access = await (handle as FileSystemFileHandle).createSyncAccessHandle();
  try {
    access.truncate(0);
    access.write(data, { at: 0 });
    access.flush();
  } finally {
    access.close();
  }
}

/** Files that last as long as the worker, for tests and for browsers without a private file system. */
export function createMemoryModelFiles(partBytes = PART_BYTES): ModelFiles {
  const files = new Map<string, { readonly parts: Blob[]; seal: StoredFileFacts | null }>();
  return {
    partBytes,
    durable: false,
    open: async (name) => {
      const file = files.get(name);
      if (file?.seal === null || file === undefined) return null;
      const blob = new Blob(file.parts);
      return blob.size === file.seal.bytes ? blob : null;
    },
    readParts: async (name) => files.get(name)?.parts ?? [],
    writePart: async (name, index, data) => {
      const file = files.get(name) ?? { parts: [], seal: null };
      files.set(name, file);
      file.parts[index] = new Blob([data]);
    },
    seal: async (name, facts) => {
      const file = files.get(name) ?? { parts: [], seal: null };
      files.set(name, file);
      file.seal = facts;
    },
    delete: async (name) => {
      files.delete(name);
    },
    listSealed: async () => [...files].flatMap(([name, { seal }]) => (seal === null ? [] : [{ name, ...seal }])),
    listPartial: async () =>
      [...files].flatMap(([name, { parts, seal }]) => (seal === null ? [{ name, bytes: sumBytes(parts) }] : [])),
  };
}

function toPartName(index: number): string {
  return `part-${String(index).padStart(5, "0")}`;
}

function toSeal(value: unknown): StoredFileFacts | null {
  const { bytes, sha256, title, parts } = toFields(value);
  if (typeof bytes !== "number" || typeof sha256 !== "string" || typeof title !== "string") return null;
  const isSplit = Array.isArray(parts) && parts.every((part) => typeof part === "number");
  return { bytes, sha256, title, ...(isSplit ? { parts } : {}) };
}
