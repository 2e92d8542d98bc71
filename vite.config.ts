import { readFileSync } from "node:fs";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { billOfMaterialsPlugin } from "./scripts/bill-of-materials-plugin.ts";
import { firstFramePlugin } from "./scripts/first-frame-plugin.ts";
import { hostingPlugin } from "./scripts/hosting-plugin.ts";
import { isolationPlugin } from "./scripts/isolation-plugin.ts";
import { modelsPlugin } from "./scripts/models-plugin.ts";
import { noticesPlugin } from "./scripts/notices-plugin.ts";
import { pagePolicyPlugin } from "./scripts/page-policy-plugin.ts";
import { serviceWorkerPlugin } from "./scripts/service-worker-plugin.ts";

/** Names with short hashes: the service worker holds them all. Six letters are 36 bits. */
const NAMES = {
  entryFileNames: "assets/[name]-[hash:7].js",
  chunkFileNames: "assets/[name]-[hash:7].js",
  assetFileNames: "assets/[name]-[hash:7][extname]",
};

export default defineConfig({
  // Relative, so that the build works under any path of any host.
  base: "./",
  define: { "import.meta.env.VITE_APP_VERSION": JSON.stringify(readVersion()) },
  plugins: [
    react(),
    isolationPlugin(),
    // Before the policy, which names the style that this one puts into the page.
    firstFramePlugin(),
    pagePolicyPlugin(),
    modelsPlugin(),
    noticesPlugin(),
    billOfMaterialsPlugin(),
    hostingPlugin(),
    serviceWorkerPlugin(),
  ],
  worker: { format: "es", rolldownOptions: { output: NAMES } },
  build: {
    target: "es2023",
    // Wasm and fonts stay files: the policy has no `data:` for scripts and connections, and the cache keeps them by name.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 8000,
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      // What the first paint needs is one file: pieces that views share with it would each be packed alone.
      output: { ...NAMES, codeSplitting: { groups: [{ name: nameFirstChunk() }] } },
    },
  },
  // Found late, they would reload the page in the middle of its first use.
  optimizeDeps: { include: ["react", "react-dom/client", "@mlc-ai/web-llm", "@wllama/wllama/esm/index.js"] },
  server: { port: 5173 },
});

function readVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(import.meta.dirname, "package.json"), "utf8"));
  return version;
}

/** Names the modules that the page's own script imports statically, and no others. */
function nameFirstChunk(): (id: string, context: { getModuleInfo(id: string): ModuleLinks | null }) => string | null {
  let first: ReadonlySet<string> | null = null;
  return (id, context) => {
    if (first === null) {
      const found = new Set([join(import.meta.dirname, "app/boot/main.tsx")]);
      for (const each of found) for (const next of context.getModuleInfo(each)?.importedIds ?? []) found.add(next);
      first = found;
    }
    return first.has(id) ? "page" : null;
  };
}

interface ModuleLinks {
  readonly importedIds: readonly string[];
}
