import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { build } from "vite";

/** Serves an empty page, and beside it one worker as `/worker.js`. */
export interface WorkerServer {
  readonly url: string;
  close(): void;
}

/** What was bundled in this process, by the script's path. */
const bundles = new Map<string, Promise<string>>();

/** Bundles a worker's script, once for each process, and serves it on this machine. */
export async function serveWorkerPage(script: string): Promise<WorkerServer> {
  const bundle = bundles.get(script) ?? bundleWorker(script);
  bundles.set(script, bundle);
  const worker = await bundle;
  const server = createServer((request, response) => {
    const isWorker = request.url === "/worker.js";
    response.setHeader("content-type", isWorker ? "text/javascript" : "text/html");
    response.end(isWorker ? worker : "<!doctype html><title>worker</title>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

async function bundleWorker(script: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      minify: true,
      rollupOptions: { input: script, output: { format: "es", entryFileNames: "worker.js", codeSplitting: false } },
    },
  });
  for (const output of Array.isArray(built) ? built : [built]) {
    if (!("output" in output)) continue;
    const chunk = output.output.find((file) => file.type === "chunk" && file.isEntry);
    if (chunk?.type === "chunk") return chunk.code;
  }
  throw new Error("the worker could not be bundled");
}
