/** At most so many shares wait; older ones are deleted. Any site can post here, so the cache must be bounded. */
const MAX_SHARES = 3;
const MAX_FILES = 10;
/** Characters of text, and bytes of files together. */
const MAX_TEXT = 100_000;
const MAX_BYTES = 60_000_000;

/** The cache in which shares wait for the page. */
export function toSharedCacheName(scope: string): string {
  return `alcove-shared ${new URL(scope).pathname}`;
}

/** A cache, as far as shares need it. */
export interface ShareCache {
  keys(): Promise<readonly { readonly url: string }[]>;
  put(url: string, response: Response): Promise<void>;
  delete(url: string): Promise<boolean>;
}

/**
 * Stores a posted form as `shared/<id>`: the texts as JSON, each file beside it as `shared/<id>/<n>` with its type and,
 * in a header, its name. Returns false when nothing in it can be stored.
 */
export async function storeShare(
  cache: ShareCache,
  scope: string,
  id: string,
  request: { formData(): Promise<FormData> },
): Promise<boolean> {
  const form = await request.formData();
  const files = form.getAll("files").filter((entry) => entry instanceof File && entry.size > 0) as readonly File[];
  const accepted = files.slice(0, MAX_FILES);
  if (accepted.reduce((sum, file) => sum + file.size, 0) > MAX_BYTES) return false;
  const text = ["title", "text", "url"]
    .map((name) => form.get(name))
    .filter((entry): entry is string => typeof entry === "string" && entry.trim() !== "")
    .filter((entry, index, all) => all.indexOf(entry) === index)
    .join("\n")
    .slice(0, MAX_TEXT);
  if (text === "" && accepted.length === 0) return false;
  const base = `${scope}shared/${id}`;
  for (const [index, file] of accepted.entries()) {
    const headers = {
      "Content-Type": file.type === "" ? "application/octet-stream" : file.type,
      // Names may contain letters that headers may not.
      "X-Name": encodeURIComponent(file.name.slice(0, 255)),
    };
    await cache.put(`${base}/${index}`, new Response(file, { headers }));
  }
  await cache.put(base, new Response(JSON.stringify({ text, files: accepted.length })));
  await deleteOlder(cache, scope, id);
  return true;
}

async function deleteOlder(cache: ShareCache, scope: string, newest: string): Promise<void> {
  const keys = await cache.keys();
  const toId = (url: string): string => url.slice(`${scope}shared/`.length).split("/")[0] ?? "";
  const ids = [...new Set(keys.map(({ url }) => toId(url)))].filter((id) => id !== newest);
  const old = new Set(ids.slice(0, Math.max(0, ids.length - (MAX_SHARES - 1))));
  for (const { url } of keys) if (old.has(toId(url))) await cache.delete(url);
}
