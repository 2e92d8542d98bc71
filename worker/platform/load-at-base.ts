let open = 0;
let original: PropertyDescriptor | undefined;

/**
 * Loads a module while `self.location` is the app's base folder. In a worker started from a blob it is the blob's address,
 * against which no URL can be resolved; @cfworker/json-schema 4.1.6 tries to as soon as it is loaded (`initialBaseURI` in
 * its dereference.js), by itself and inside the MCP SDK.
 */
export async function loadAtBase<Module>(baseUrl: string, load: () => Promise<Module>): Promise<Module> {
  if (!globalThis.location.href.startsWith("blob:")) return load();
  if (open === 0) {
    original = Object.getOwnPropertyDescriptor(globalThis, "location");
    Object.defineProperty(globalThis, "location", { configurable: true, value: new URL(baseUrl) });
  }
  open += 1;
  try {
    return await load();
  } finally {
    open -= 1;
    if (open === 0) {
      if (original === undefined) Reflect.deleteProperty(globalThis, "location");
      else Object.defineProperty(globalThis, "location", original);
    }
  }
}
