import { join } from "node:path";
import { type AppServer, type AppServerOptions, startAppServer } from "../../dev/scripts/app-server.ts";
import { DIST, ROOT } from "../../dev/scripts/build-app.ts";

/** A server that can be switched off and on again at the same address. */
export interface TestServer {
  /** The address of the page, ending in `/`. */
  readonly url: string;
  /** Cuts open connections too. */
  stop(): Promise<void>;
  /** Serves again after a stop, with other options if given. */
  restart(changes?: Partial<AppServerOptions>): Promise<void>;
}

/** The origins of all servers that were started here. */
const origins = new Set<string>();

/** True for a request that stays on the servers under test, or inside the browser. */
export function staysHome(url: string): boolean {
  const { protocol, origin } = new URL(url);
  return protocol === "data:" || protocol === "blob:" || origins.has(origin);
}

/** Counts a server that a test started in another way as one under test. */
export function addHome(url: string): void {
  const { protocol, port } = new URL(url);
  for (const name of ["localhost", "127.0.0.1", "alcove.test"]) origins.add(`${protocol}//${name}:${port}`);
}

/** Serves the build, or another folder, at a free port. */
export async function startTestServer(changes: Partial<AppServerOptions> = {}): Promise<TestServer> {
  const options: AppServerOptions = {
    folder: DIST,
    modelsFolder: join(ROOT, ".models"),
    // What else was fetched on this machine would be recommended.
    listsModels: false,
    port: 0,
    // Every fresh context fetches the app again, and a service worker all of its engines.
    compressionLevel: 1,
    ...changes,
  };
  let server: AppServer | undefined = await startAppServer(options);
  const { url, port } = server;
  addHome(url);
  const stop = async (): Promise<void> => {
    await server?.close();
    server = undefined;
  };
  return {
    url,
    stop,
    async restart(later = {}) {
      await stop();
      server = await startAppServer({ ...options, ...later, port });
    },
  };
}
