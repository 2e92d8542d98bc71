/** Small values in the Cache API, as JSON under addresses that are never requested. The browser may drop them. */
export interface ValueCache {
  /** Undefined where nothing is kept, or where the cache cannot be read. */
  read(url: string): Promise<unknown>;
  /** Does nothing where the cache cannot be written, as at an insecure address, or where it is full. */
  write(url: string, value: object): Promise<void>;
}

/** Where measurements of this device are kept; the page deletes it with everything else. */
export const DEVICE_CACHE = "alcove-device";

/**
 * Values lie in a header, and the answer has no body: where a tab crashes while Chromium writes a body, the whole cache answers
 * nothing more until the browser ends (24 of 450 crashes while a body was written, of a header none of 150; Chromium 156).
 */
const HEADER = "alcove-value";

export function createValueCache(scope: Pick<typeof globalThis, "caches">, name: string): ValueCache {
  return {
    read: async (url) => {
      try {
        const kept = await (await scope.caches.open(name)).match(url);
        const value = kept?.headers.get(HEADER);
        // Versions before kept it as the body.
        return value == null ? await kept?.json() : JSON.parse(decodeURIComponent(value));
      } catch {
        return undefined;
      }
    },
    write: async (url, value) => {
      try {
        const headers = { [HEADER]: encodeURIComponent(JSON.stringify(value)) };
        await (await scope.caches.open(name)).put(url, new Response(null, { headers }));
      } catch {
        // See the contract.
      }
    },
  };
}
