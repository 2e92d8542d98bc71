/** Measurements of this device, as JSON under addresses that are never requested. The browser may drop them. */
export interface DeviceCache {
  /** Undefined where nothing is kept, or where the cache cannot be read. */
  read(url: string): Promise<unknown>;
  /** Does nothing where the cache cannot be written: what was measured is then measured again. */
  write(url: string, value: object): Promise<void>;
}

const CACHE_NAME = "alcove-device";

export function createDeviceCache({ caches }: Pick<typeof globalThis, "caches">): DeviceCache {
  return {
    read: async (url) => {
      try {
        return await (await (await caches.open(CACHE_NAME)).match(url))?.json();
      } catch {
        return undefined;
      }
    },
    write: async (url, value) => {
      try {
        await (await caches.open(CACHE_NAME)).put(url, new Response(JSON.stringify(value)));
      } catch {
        // See the contract.
      }
    },
  };
}
