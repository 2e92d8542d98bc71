import type { ModelFiles, PartialFile } from "../files/model-files.ts";
import { parseWeightList, WEIGHT_LIST } from "./weight-list.ts";

/** What of a model of WebLLM's list lies in this browser. */
export interface CachedFiles {
  /** Bytes of its weights that are here. */
  readonly bytes: number;
  readonly complete: boolean;
}

const CACHES = ["webllm/model", "webllm/config", "webllm/wasm"] as const;

/** Looks a record's files up in WebLLM's own caches; null when nothing of it is there. */
export async function findCachedFiles(storage: CacheStorage, record: string): Promise<CachedFiles | null> {
  const cache = await storage.open("webllm/model");
  const keys = (await cache.keys()).filter(({ url }) => isOf(record, url));
  if (keys.length === 0) return null;
  const kept = new Set(keys.map(({ url }) => url.slice(url.lastIndexOf("/") + 1)));
  const list = keys.find(({ url }) => url.endsWith(`/${WEIGHT_LIST}`));
  const text = list === undefined ? undefined : await (await cache.match(list))?.text();
  const pieces = parseWeightList(text ?? "") ?? [];
  const here = pieces.filter(({ name }) => kept.has(name));
  return {
    bytes: here.reduce((sum, { bytes }) => sum + bytes, 0),
    complete: pieces.length > 0 && here.length === pieces.length,
  };
}

/**
 * What is here of a model of WebLLM's list, in the form that this device takes or in the other; `partial` are the
 * unfinished downloads.
 */
export async function findCachedModel(
  storage: CacheStorage,
  records: readonly string[],
  partial: readonly PartialFile[],
): Promise<{ readonly stored?: true; readonly partialBytes?: number }> {
  for (const record of records) {
    const kept = await findCachedFiles(storage, record).catch(() => null);
    if (kept?.complete === true) return { stored: true };
    const begun = partial.filter(({ name }) => isPartOf(record, name));
    if (kept === null && begun.length === 0) continue;
    return { partialBytes: begun.reduce((sum, { bytes }) => sum + bytes, kept?.bytes ?? 0) };
  }
  return {};
}

/** The address under which a record's weights are kept, with a slash at its end; null when their list is not here. */
export async function findCachedFolder(storage: CacheStorage, record: string): Promise<string | null> {
  const found = await listCachedRequests(storage, record, []);
  const list = found.find(({ url }) => url.endsWith(`/${WEIGHT_LIST}`));
  return list === undefined ? null : list.url.slice(0, -WEIGHT_LIST.length);
}

/** Where a record's files are kept; `more` are addresses outside the record's folder, its library for instance. */
export async function listCachedRequests(
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

/** Removes a record's files from WebLLM's caches, and its unfinished pieces. */
export async function deleteCachedFiles(
  storage: CacheStorage,
  record: string,
  files: Pick<ModelFiles, "listPartial" | "delete">,
): Promise<void> {
  for (const { name } of await files.listPartial()) if (isPartOf(record, name)) await files.delete(name);
  for (const name of CACHES) {
    const cache = await storage.open(name);
    for (const request of await cache.keys()) if (isOf(record, request.url)) await cache.delete(request);
  }
}

/** A compiled library of WebLLM's list, and the records that run on it. */
export interface SharedLibrary {
  readonly url: string;
  readonly records: readonly string[];
}

/** Removes a library that no record needs any more of which something is here, an unfinished download included. */
export async function deleteSpareLibrary(
  storage: CacheStorage,
  { url, records }: SharedLibrary,
  files: Pick<ModelFiles, "listPartial">,
): Promise<void> {
  const partial = await files.listPartial();
  for (const record of records) {
    if (partial.some(({ name }) => isPartOf(record, name))) return;
    if ((await listCachedRequests(storage, record, [])).length > 0) return;
  }
  await (await storage.open("webllm/wasm")).delete(url);
}

/** The name under which the unfinished download of a record's piece is kept. */
export function toPartsName(record: string, piece: string): string {
  return `${record}~${piece}`;
}

function isPartOf(record: string, name: string): boolean {
  return name.startsWith(toPartsName(record, ""));
}

function isOf(record: string, url: string): boolean {
  return url.includes(`/${record}/`);
}
