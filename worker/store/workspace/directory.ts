interface Entry {
  readonly kind: "directory" | "file";
  readonly name: string;
  isSameEntry(other: Entry): Promise<boolean>;
}

/** The part of the platform's `FileSystemDirectoryHandle` that workspaces use; tests have one of their own. */
export interface Directory extends Entry {
  readonly kind: "directory";
  readonly name: string;
  getDirectoryHandle(name: string, options?: { readonly create?: boolean }): Promise<Directory>;
  getFileHandle(name: string, options?: { readonly create?: boolean }): Promise<FileHandle>;
  removeEntry(name: string, options?: { readonly recursive?: boolean }): Promise<void>;
  entries(): AsyncIterable<[string, Directory | FileHandle]>;
  /** The names that lead to an entry from here; null if it lies elsewhere. */
  resolve(entry: Entry): Promise<readonly string[] | null>;
  queryPermission?(options: { readonly mode: "read" | "readwrite" }): Promise<PermissionState>;
}

/** The same of `FileSystemFileHandle`. */
export interface FileHandle extends Entry {
  readonly kind: "file";
  readonly name: string;
  getFile(): Promise<StoredFile>;
  /** Opens a file that takes the old one's place when it is closed: whoever reads finds the old bytes or the new ones. */
  createWritable?(): Promise<WritableFile>;
}

/** A file as it was when it was opened. */
export interface StoredFile {
  readonly size: number;
  readonly lastModified: number;
  arrayBuffer(): Promise<ArrayBuffer>;
  /** The bytes from one place to before another. */
  slice(from: number, to: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

interface WritableFile {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  close(): Promise<void>;
  abort?(): Promise<void>;
}

type PermissionState = "granted" | "denied" | "prompt";
