import { chromium, type Page } from "playwright-core";
import { createServer, type ViteDevServer } from "vite";
import { CHROMIUM_FLAGS, ensureChromium } from "../scripts/find-chromium.ts";
import { isolationPlugin } from "../scripts/isolation-plugin.ts";
import { modelsPlugin } from "../scripts/models-plugin.ts";

/** An empty page in Chromium at a server that offers this checkout's modules and models, for measurements of engines. */
export interface BenchPage {
  readonly page: Page;
  close(): Promise<void>;
}

/** Opens such a page. What it imports stays as it was first loaded, whatever is edited meanwhile. */
export async function openBenchPage(): Promise<BenchPage> {
  const server = await createServer({
    configFile: false,
    root: process.cwd(),
    logLevel: "error",
    cacheDir: "node_modules/.vite/bench",
    plugins: [isolationPlugin(), modelsPlugin(), { name: "page", configureServer: serveEmptyPage }],
    optimizeDeps: {
      entries: ["dev/bench/*-page.ts", "dev/bench/*/*-page.ts", "dev/bench/decode/worker.ts"],
      include: ["@wllama/wllama/esm/index.js", "ai", "zod", "zod/mini", "@noble/hashes/sha2.js"],
    },
    server: { port: 0, host: "127.0.0.1", hmr: false, watch: null },
  });
  await server.listen();
  const address = server.resolvedUrls?.local[0] ?? "";
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: [...CHROMIUM_FLAGS] });
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  await page.goto(`${address}bench-page`);
  return {
    page,
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}

function serveEmptyPage(vite: ViteDevServer): void {
  vite.middlewares.use("/bench-page", (_request, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end("<!doctype html><title>Measurement</title><link rel=icon href=data:,>");
  });
}
