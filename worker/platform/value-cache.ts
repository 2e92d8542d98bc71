import { withinTime } from "./race-abort.ts";

/** Where measurements of this device are kept; the page deletes it with everything else. */
export const DEVICE_CACHE = "alcove-device";

/**
 * Values lie in a header, and the answer has no body: where a tab crashes while Chromium writes a body, the whole cache answers
 * nothing more until the browser ends (24 of 450 crashes while a body was written, of a header none of 150; Chromium 156).
 */
const HEADER = "alcove-value";
/** A cache that an earlier version left without answers is taken for one that cannot be read. */
const PATIENCE_MS = 5000;

/**
 * Small values in the Cache API, as JSON under addresses that are never requested. The browser may drop them. Neither method rejects,
 * or waits for long.
 */
export function createValueCache(scope: Pick<typeof globalThis, "caches">, name: string) {
  const ask = async <Value>(work: (cache: Cache) => Promise<Value>): Promise<Value | undefined> => {
    try {
      return (await withinTime(scope.caches.open(name).then(work), PATIENCE_MS)) ?? undefined;
    } catch {
      // See the contract.
      return undefined;
    }
  };
  return {
    /** Undefined where nothing is kept, or where the cache cannot be read. */
    read: (url: string): Promise<unknown> =>
      ask(async (cache) => {
        const kept = await cache.match(url);
        const value = kept?.headers.get(HEADER);
        // Versions before kept it as the body.
        return value == null ? kept?.json() : JSON.parse(decodeURIComponent(value));
      }),
    /** Does nothing where the cache cannot be written, as at an insecure address, or where it is full. */
    write: (url: string, value: object): Promise<void> => {
      const headers = { [HEADER]: encodeURIComponent(JSON.stringify(value)) };
      return ask((cache) => cache.put(url, new Response(null, { headers })));
    },
  };
}
