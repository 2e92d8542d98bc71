import type { Plugin } from "vite";

const PACKAGE = /@sqlite\.org\/sqlite-wasm\/dist\/index\.mjs$/;
/** What the package starts for databases that are kept, which is nothing that the app does; each is 30 to 650 kB. */
const LEFT_OUT = [
  `new Worker(new URL("sqlite3-worker1.mjs", import.meta.url), { type: "module" })`,
  `new URL("sqlite3-opfs-async-proxy.js", import.meta.url)`,
] as const;

/** Leaves the workers out of SQLite's package that keep databases on the disk: the app's stand in memory. */
export function sqlitePlugin(): Plugin {
  return {
    name: "sqlite",
    transform: {
      filter: { id: PACKAGE },
      handler(code) {
        return { code: leaveOutWorkers(code), map: null };
      },
    },
  };
}

/** Throws where the package names a worker in another way than is known. */
export function leaveOutWorkers(code: string): string {
  let left = code;
  for (const part of LEFT_OUT) {
    if (!left.includes(part))
      throw new Error(`SQLite's package has no '${part}': look at what its new version starts.`);
    left = left.replaceAll(part, "null");
  }
  return left;
}
