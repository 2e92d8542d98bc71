/** What of a model of WebLLM's list lies in this browser. */
export interface KeptFiles {
  /** Bytes of its weights that are here. */
  readonly bytes: number;
  readonly complete: boolean;
}

/** Where WebLLM 0.2.86 lists a model's pieces, beside them. */
const LIST = "tensor-cache.json";
const CACHES = ["webllm/model", "webllm/config", "webllm/wasm"] as const;

/** Looks a record's files up in WebLLM's own caches; null when nothing of it is there. */
export async function findKeptFiles(storage: CacheStorage, record: string): Promise<KeptFiles | null> {
  const cache = await storage.open("webllm/model");
  const keys = (await cache.keys()).filter(({ url }) => isOf(record, url));
  if (keys.length === 0) return null;
  const kept = new Set(keys.map(({ url }) => url.slice(url.lastIndexOf("/") + 1)));
  const list = keys.find(({ url }) => url.endsWith(`/${LIST}`));
  const pieces = list === undefined ? [] : await readPieces(await cache.match(list));
  const here = pieces.filter(({ name }) => kept.has(name));
  return {
    bytes: here.reduce((sum, { bytes }) => sum + bytes, 0),
    complete: pieces.length > 0 && here.length === pieces.length,
  };
}

/** Where a record's files are kept; `more` are addresses outside the record's folder, its library for instance. */
export async function listKeptRequests(
  storage: CacheStorage,
  record: string,
  more: readonly string[],
): Promise<readonly { readonly cache: string; readonly url: string }[]> {
  const found: { readonly cache: string; readonly url: string }[] = [];
  for (const cache of CACHES) {
    for (const { url } of await (await storage.open(cache)).keys()) {
      if (isOf(record, url) || more.includes(url)) found.push({ cache, url });
    }
  }
  return found;
}

/** Removes a record's files from WebLLM's caches. */
export async function deleteKeptFiles(storage: CacheStorage, record: string): Promise<void> {
  for (const name of CACHES) {
    const cache = await storage.open(name);
    for (const request of await cache.keys()) if (isOf(record, request.url)) await cache.delete(request);
  }
}

function isOf(record: string, url: string): boolean {
  return url.includes(`/${record}/`);
}

async function readPieces(
  response: Response | undefined,
): Promise<readonly { readonly name: string; readonly bytes: number }[]> {
  try {
    const list: unknown = await response?.json();
    const { records } = (list ?? {}) as { readonly records?: unknown };
    if (!Array.isArray(records)) return [];
    return records.map((piece: { readonly dataPath?: unknown; readonly nbytes?: unknown }) => ({
      name: String(piece.dataPath),
      bytes: Number(piece.nbytes),
    }));
  } catch {
    return [];
  }
}
