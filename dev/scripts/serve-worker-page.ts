import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { build } from "vite";
import { sqlitePlugin } from "./sqlite-plugin.ts";

/** Serves an empty page, and beside it one worker as `/worker.js`. */
export interface WorkerServer {
  readonly url: string;
  close(): void;
}

/** Files by their paths from the page. */
type Bundle = ReadonlyMap<string, string | Uint8Array>;

const SCRIPT = "worker.js";
/** What was bundled in this process, by the script's path. */
const bundles = new Map<string, Promise<Bundle>>();

/** Bundles a worker's script with its files, once for each process, and serves them on this machine. */
export async function serveWorkerPage(script: string): Promise<WorkerServer> {
  const bundle = bundles.get(script) ?? bundleWorker(script);
  bundles.set(script, bundle);
  const files = await bundle;
  const server = createServer((request, response) => {
    const path = request.url?.slice(1) ?? "";
    const file = files.get(path);
    response.setHeader("content-type", file === undefined ? "text/html" : toType(path));
    response.end(file ?? "<!doctype html><title>worker</title>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

function toType(path: string): string {
  return path.endsWith(".wasm") ? "application/wasm" : "text/javascript";
}

async function bundleWorker(script: string): Promise<Bundle> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    plugins: [sqlitePlugin()],
    build: {
      write: false,
      minify: true,
      rollupOptions: { input: script, output: { format: "es", entryFileNames: SCRIPT, codeSplitting: false } },
    },
  });
  const files = new Map<string, string | Uint8Array>();
  for (const output of Array.isArray(built) ? built : [built]) {
    if (!("output" in output)) continue;
    for (const file of output.output) files.set(file.fileName, file.type === "chunk" ? file.code : file.source);
  }
  if (!files.has(SCRIPT)) throw new Error("the worker could not be bundled");
  return files;
}
