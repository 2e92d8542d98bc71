import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** The browser's caches in which WebLLM finds a model's files, under addresses that are never requested. */
export interface ModelCache {
  write(kind: CacheKind, url: string, bytes: Uint8Array<ArrayBuffer> | Blob, mediaType: string): Promise<void>;
  read(kind: CacheKind, url: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** The addresses of the cached files under an address. */
  list(kind: CacheKind, under: string): Promise<readonly string[]>;
  /** Deletes every file under an address. */
  deleteUnder(url: string): Promise<void>;
}

/** WebLLM's three caches (`webllm/<kind>`). */
export type CacheKind = "model" | "config" | "wasm";

const KINDS: readonly CacheKind[] = ["model", "config", "wasm"];

/**
 * The origin of cached files. `.invalid` never resolves (RFC 6761), so a missing file is an error and never a request.
 * The app's own address would not do: WebLLM does not cache addresses with "localhost".
 */
export const CACHE_ORIGIN = "https://alcove.invalid";

/** The folder of a model's files, with the `/resolve/` that WebLLM 0.2.86 would append otherwise. */
export function toModelFolder(modelId: string): string {
  return `${CACHE_ORIGIN}/models/${encodeURIComponent(modelId)}/resolve/main/`;
}

/** The cache in the Cache API. */
export function createBrowserModelCache(storage: CacheStorage): ModelCache {
  const open = (kind: CacheKind): Promise<Cache> => storage.open(`webllm/${kind}`);
  return {
    write: async (kind, url, bytes, mediaType) => {
      const length = bytes instanceof Blob ? bytes.size : bytes.length;
      const headers = { "content-type": mediaType, "content-length": String(length) };
      await (await open(kind)).put(url, new Response(bytes, { headers }));
    },
    read: async (kind, url) => {
      const response = await (await open(kind)).match(url);
      return response === undefined ? null : new Uint8Array(await response.arrayBuffer());
    },
    list: async (kind, under) =>
      (await (await open(kind)).keys()).map((request) => request.url).filter((url) => url.startsWith(under)),
    deleteUnder: async (url) => {
      for (const kind of KINDS) {
        const cache = await open(kind);
        for (const request of await cache.keys()) if (request.url.startsWith(url)) await cache.delete(request);
      }
    },
  };
}

/** Lower-case hexadecimal SHA-256, by the platform's much faster implementation where there is one. */
export async function toSha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const subtle = globalThis.crypto?.subtle;
  if (subtle === undefined) return bytesToHex(sha256(bytes));
  return bytesToHex(new Uint8Array(await subtle.digest("SHA-256", bytes)));
}
