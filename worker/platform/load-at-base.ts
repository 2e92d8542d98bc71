let open = 0;
let original: PropertyDescriptor | undefined;

/**
 * Loads a module while `self.location` names the app's base folder. In a worker that was started from a blob it names
 * the blob, which is no address to resolve anything against, and @cfworker/json-schema 4.1.6 does that as soon as it is
 * loaded (`initialBaseURI` in its dereference.js), for itself and inside the MCP SDK.
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
