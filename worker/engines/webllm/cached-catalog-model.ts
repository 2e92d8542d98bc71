import type { ModelFiles, PartialFile } from "../files/model-files.ts";
import { parseWeightList, WEIGHT_LIST } from "./weight-list.ts";

const CACHES = ["webllm/model", "webllm/config", "webllm/wasm"] as const;

/** Looks up a record's files in WebLLM's own caches: the bytes of its weights; null when there are none. */
export async function findCachedFiles(
  storage: CacheStorage,
  record: string,
): Promise<{ readonly bytes: number; readonly complete: boolean } | null> {
  const cache = await storage.open("webllm/model");
  const keys = (await cache.keys()).filter(({ url }) => isOf(record, url));
  if (keys.length === 0) return null;
  const cached = new Set(keys.map(({ url }) => url.slice(url.lastIndexOf("/") + 1)));
  const list = keys.find(({ url }) => url.endsWith(`/${WEIGHT_LIST}`));
  const text = list === undefined ? undefined : await (await cache.match(list))?.text();
  const pieces = parseWeightList(text ?? "") ?? [];
  const here = pieces.filter(({ name }) => cached.has(name));
  return {
    bytes: here.reduce((sum, { bytes }) => sum + bytes, 0),
    complete: pieces.length > 0 && here.length === pieces.length,
  };
}

/**
 * The stored part of a model of WebLLM's list, of whichever of its records; `partial` are the unfinished downloads.
 */
export async function findCachedModel(
  storage: CacheStorage,
  records: readonly string[],
  partial: readonly PartialFile[],
): Promise<{ readonly stored?: true; readonly partialBytes?: number }> {
  for (const record of records) {
    const cached = await findCachedFiles(storage, record).catch(() => null);
    if (cached?.complete === true) return { stored: true };
    const begun = partial.filter(({ name }) => isPartOf(record, name));
    if (cached === null && begun.length === 0) continue;
    return { partialBytes: begun.reduce((sum, { bytes }) => sum + bytes, cached?.bytes ?? 0) };
  }
  return {};
}

/** The address of a record's cached weights, with a trailing slash; null when their list is not cached. */
export async function findCachedFolder(storage: CacheStorage, record: string): Promise<string | null> {
  const list = (await listCachedRequests(storage, record)).find(({ url }) => url.endsWith(`/${WEIGHT_LIST}`));
  return list === undefined ? null : list.url.slice(0, -WEIGHT_LIST.length);
}

/** The addresses of a record's cached files. */
export async function listCachedRequests(
  storage: CacheStorage,
  record: string,
): Promise<readonly { readonly cache: string; readonly url: string }[]> {
  const found: { readonly cache: string; readonly url: string }[] = [];
  for (const cache of CACHES) {
    for (const { url } of await (await storage.open(cache)).keys()) {
      if (isOf(record, url)) found.push({ cache, url });
    }
  }
  return found;
}

/** Deletes a record's files from WebLLM's caches, and its unfinished downloads. */
export async function deleteCachedFiles(
  storage: CacheStorage,
  record: string,
  files: Pick<ModelFiles, "listPartial" | "delete">,
): Promise<void> {
  for (const { name } of await files.listPartial()) if (isPartOf(record, name)) await files.delete(name);
  for (const { cache, url } of await listCachedRequests(storage, record)) await (await storage.open(cache)).delete(url);
}

/** A compiled library of WebLLM's list, and the records that run on it. */
export interface SharedLibrary {
  readonly url: string;
  readonly records: readonly string[];
}

/** Deletes a library unless one of its records is stored, also in part. */
export async function deleteSpareLibrary(
  storage: CacheStorage,
  { url, records }: SharedLibrary,
  files: Pick<ModelFiles, "listPartial">,
): Promise<void> {
  const partial = await files.listPartial();
  for (const record of records) {
    if (partial.some(({ name }) => isPartOf(record, name))) return;
    if ((await listCachedRequests(storage, record)).length > 0) return;
  }
  await (await storage.open("webllm/wasm")).delete(url);
}

/** The name under which the unfinished download of a record's piece is stored. */
export function toPartsName(record: string, piece: string): string {
  return `${record}~${piece}`;
}

function isPartOf(record: string, name: string): boolean {
  return name.startsWith(toPartsName(record, ""));
}

function isOf(record: string, url: string): boolean {
  return url.includes(`/${record}/`);
}
