import { CACHE_ORIGIN, type ModelCache, toSha256 } from "./webllm-cache.ts";

/**
 * The hosts publish no hashes of libraries and tokenizers. The first download's is kept, and later ones are held to it:
 * a library's for good, as its address names its version, and a tokenizer's until its model is deleted.
 */
export async function hasFirstHash(url: string, content: Uint8Array<ArrayBuffer>, cache: ModelCache): Promise<boolean> {
  const address = toAddress(url);
  const hash = await toSha256(content);
  const first = await cache.read("config", address);
  if (first !== null) return new TextDecoder().decode(first) === hash;
  await cache.write("config", address, new TextEncoder().encode(hash), "text/plain");
  return true;
}

/** Forgets the hashes of what lies in a folder, as its model is deleted. */
export async function forgetFirstHashes(folder: string, cache: ModelCache): Promise<void> {
  await cache.deleteUnder(toAddress(folder));
}

function toAddress(url: string): string {
  return `${CACHE_ORIGIN}/hashes/${encodeURIComponent(url)}`;
}
