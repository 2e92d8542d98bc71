import type { Directory, FileHandle, StoredFile } from "../../worker/store/workspace/directory.ts";

/** A text that lies in a folder; its path stands for its name. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
  readonly modifiedAt?: number;
}

/** A folder of texts, to be read only. */
export function toTextDirectory(files: readonly TextFile[]): Directory {
  const refuse = async (): Promise<never> => {
    throw new DOMException("a folder to read", "NotAllowedError");
  };
  const missing = (): never => {
    throw new DOMException("there is no such entry", "NotFoundError");
  };
  const here = files.filter(({ path }) => !path.includes("/"));
  const below = new Map<string, TextFile[]>();
  for (const file of files) {
    const [name = "", ...rest] = file.path.split("/");
    if (rest.length > 0) below.set(name, [...(below.get(name) ?? []), file]);
  }
  const toFolder = (name: string, inside: readonly TextFile[]): Directory =>
    toTextDirectory(inside.map((file) => ({ ...file, path: file.path.slice(name.length + 1) })));
  return {
    kind: "directory",
    name: "",
    getDirectoryHandle: async (name) => toFolder(name, below.get(name) ?? missing()),
    getFileHandle: async (name) => toHandle(here.find(({ path }) => path === name) ?? missing()),
    removeEntry: refuse,
    resolve: async () => null,
    isSameEntry: async () => false,
    async *entries() {
      for (const [name, inside] of below) yield [name, toFolder(name, inside)];
      for (const file of here) yield [file.path, toHandle(file)];
    },
  };
}

function toHandle({ path, text, modifiedAt = 0 }: TextFile): FileHandle {
  const read = async (): Promise<StoredFile> => {
    const bytes = new TextEncoder().encode(text);
    return {
      size: bytes.length,
      lastModified: modifiedAt,
      arrayBuffer: async () => bytes.buffer,
      slice: (from, to) => ({ arrayBuffer: async () => bytes.slice(from, to).buffer }),
    };
  };
  return { kind: "file", name: path, isSameEntry: async () => false, getFile: read };
}
