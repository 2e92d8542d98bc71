import type { ModelCache } from "./webllm-cache.ts";

/** A cache in memory. */
export function createInMemoryModelCache(): ModelCache & {
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
} {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    files,
    write: async (_kind, url, bytes) => {
      files.set(url, bytes instanceof Blob ? new Uint8Array(await bytes.arrayBuffer()) : bytes);
    },
    read: async (_kind, url) => files.get(url) ?? null,
    list: async (_kind, under) => [...files.keys()].filter((url) => url.startsWith(under)),
    deleteUnder: async (url) => {
      for (const key of [...files.keys()]) if (key.startsWith(url)) files.delete(key);
    },
  };
}
