import type { Directory, FileHandle, StoredFile } from "./directory.ts";

/** Called before each step of a write; a throw is a device that stops there. */
export type Interrupt = (step: "create" | "write" | "close" | "remove") => void;

interface Shared {
  readonly now: () => number;
  interrupt: Interrupt;
}

/** A folder in memory that behaves as the platform's does: a write takes the file's place when it is closed. */
export class MemoryDirectory implements Directory {
  readonly kind = "directory";
  readonly name: string;
  readonly shared: Shared;
  readonly children = new Map<string, MemoryDirectory | MemoryFile>();
  /** What a link would lead to: an entry that lies elsewhere. */
  isElsewhere = false;

  constructor(name = "", shared: Shared = { now: () => 0, interrupt: () => undefined }) {
    this.name = name;
    this.shared = shared;
  }

  async getDirectoryHandle(name: string, { create = false } = {}): Promise<MemoryDirectory> {
    const found = this.children.get(name);
    if (found instanceof MemoryDirectory) return found;
    if (found !== undefined) throw new DOMException("a file", "TypeMismatchError");
    if (!create) throw new DOMException("none", "NotFoundError");
    const made = new MemoryDirectory(name, this.shared);
    this.children.set(name, made);
    return made;
  }

  async getFileHandle(name: string, { create = false } = {}): Promise<MemoryFile> {
    const found = this.children.get(name);
    if (found instanceof MemoryFile) return found;
    if (found !== undefined) throw new DOMException("a folder", "TypeMismatchError");
    if (!create) throw new DOMException("none", "NotFoundError");
    this.shared.interrupt("create");
    const made = new MemoryFile(name, this.shared);
    this.children.set(name, made);
    return made;
  }

  async removeEntry(name: string): Promise<void> {
    this.shared.interrupt("remove");
    if (!this.children.delete(name)) throw new DOMException("none", "NotFoundError");
  }

  async *entries(): AsyncGenerator<[string, MemoryDirectory | MemoryFile]> {
    yield* [...this.children];
  }

  async isSameEntry(other: object): Promise<boolean> {
    return other === this;
  }

  async resolve(entry: object): Promise<readonly string[] | null> {
    for (const [name, child] of this.children) {
      if (child === entry) return child.isElsewhere ? null : [name];
      const inside = child instanceof MemoryDirectory ? await child.resolve(entry) : null;
      if (inside !== null) return [name, ...inside];
    }
    return null;
  }

  /** Puts a file with this text at a path. */
  async put(path: string, content: string | Uint8Array<ArrayBuffer>): Promise<MemoryFile> {
    const [head = "", ...rest] = path.split("/");
    if (rest.length > 0) return (await this.getDirectoryHandle(head, { create: true })).put(rest.join("/"), content);
    const file = new MemoryFile(head, this.shared);
    file.bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    file.modifiedAt = this.shared.now();
    this.children.set(head, file);
    return file;
  }

  /** The text of the file at a path; null where there is none. */
  read(path: string): string | null {
    const [head = "", ...rest] = path.split("/");
    const child = this.children.get(head);
    if (child instanceof MemoryDirectory) return child.read(rest.join("/"));
    return child === undefined ? null : new TextDecoder().decode(child.bytes);
  }
}

class MemoryFile implements FileHandle {
  readonly kind = "file";
  readonly name: string;
  readonly #shared: Shared;
  bytes: Uint8Array<ArrayBuffer> = new Uint8Array();
  modifiedAt = 0;
  isElsewhere = false;

  constructor(name: string, shared: Shared) {
    this.name = name;
    this.#shared = shared;
  }

  async isSameEntry(other: object): Promise<boolean> {
    return other === this;
  }

  async getFile(): Promise<StoredFile> {
    const { bytes, modifiedAt } = this;
    return {
      size: bytes.length,
      lastModified: modifiedAt,
      arrayBuffer: async () => bytes.slice().buffer,
      slice: (from, to) => ({ arrayBuffer: async () => bytes.slice(from, to).buffer }),
    };
  }

  async createWritable() {
    let written: Uint8Array<ArrayBuffer> = new Uint8Array();
    return {
      write: async (bytes: Uint8Array<ArrayBuffer>) => {
        this.#shared.interrupt("write");
        written = bytes.slice();
      },
      close: async () => {
        this.#shared.interrupt("close");
        this.bytes = written;
        this.modifiedAt = this.#shared.now();
      },
    };
  }
}
