import type { Directory, FileHandle, StoredFile } from "../worker/store/workspace/directory.ts";

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
  return {
    kind: "directory",
    name: "",
    getDirectoryHandle: refuse,
    getFileHandle: refuse,
    removeEntry: refuse,
    resolve: async () => null,
    isSameEntry: async () => false,
    async *entries() {
      for (const file of files) yield [file.path, toHandle(file)];
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
