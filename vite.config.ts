import { readFileSync } from "node:fs";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { billOfMaterialsPlugin } from "./dev/scripts/bill-of-materials-plugin.ts";
import { firstFramePlugin } from "./dev/scripts/first-frame-plugin.ts";
import { hostingPlugin } from "./dev/scripts/hosting-plugin.ts";
import { isolationPlugin } from "./dev/scripts/isolation-plugin.ts";
import { manualPlugin } from "./dev/scripts/manual-plugin.ts";
import { modelsPlugin } from "./dev/scripts/models-plugin.ts";
import { noticesPlugin } from "./dev/scripts/notices-plugin.ts";
import { pagePolicyPlugin } from "./dev/scripts/page-policy-plugin.ts";
import { returnPagePlugin } from "./dev/scripts/return-page-plugin.ts";
import { serviceWorkerPlugin } from "./dev/scripts/service-worker-plugin.ts";
import { sqlitePlugin } from "./dev/scripts/sqlite-plugin.ts";

/** Names with short hashes: the service worker holds them all. Seven letters are 42 bits. */
const NAMES = {
  entryFileNames: "assets/[name]-[hash:7].js",
  chunkFileNames: "assets/[name]-[hash:7].js",
  assetFileNames: "assets/[name]-[hash:7][extname]",
};

/** Small parts of the page that no first frame shows: one file, since each file's name is in the service worker's list. */
const PARTS =
  /\/app\/(?:ui\/[^/]+|shell\/toasts|views\/chat\/(?:announcer|context-gauge|manual-call-card)|ui\/trust\/reveal-(?:hidden|look-alikes)|views\/chat\/composer\/(?:queue|temporary-note|project-note|question-controls|read-commands|command-list)|state\/(?:take-announcements|choose-model|find-tool|composer\/(?:slash-command|manual-calls))|boot\/register-service-worker)\.tsx?$/;

/** The files' page, with what a chat shows of files. */
const FILE_VIEWS = /\/app\/(?:views\/files\/(?!sample)|styles\/files)/;

/** Languages of zod: its index names them all, the app's own schemas use none, and the client of MCP servers one, later. */
const ZOD_LANGUAGES = /\/zod\/v4\/locales\//;

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
    manualPlugin(),
    returnPagePlugin(),
    serviceWorkerPlugin(),
  ],
  worker: {
    format: "es",
    plugins: () => [sqlitePlugin()],
    rolldownOptions: {
      // What its own script shares with pieces that come later is one file as well.
      output: {
        ...NAMES,
        codeSplitting: {
          groups: [{ name: nameFirst("worker/main.ts", "shared"), debugName: "shared", minShareCount: 2 }],
        },
      },
    },
  },
  build: {
    target: "es2023",
    // Wasm and fonts stay files: the policy has no `data:` for scripts and connections, and the cache keeps them by name.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 8000,
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      // What the first paint needs is one file: pieces that views share with it would each be packed alone. So are the
      // small parts that several views share.
      output: {
        ...NAMES,
        codeSplitting: {
          groups: [
            { name: nameFirst("app/boot/main.tsx", "page"), debugName: "page", priority: 1 },
            { name: "parts", test: PARTS },
            { name: "files", test: FILE_VIEWS },
          ],
        },
      },
    },
  },
  // Found late, they would reload the page in the middle of its first use.
  optimizeDeps: {
    include: [
      "tesseract.js-core/tesseract-core-simd-lstm.js",
      "react",
      "react-dom/client",
      "@mlc-ai/web-llm",
      "@wllama/wllama/esm/index.js",
    ],
  },
  server: { port: 5173 },
});

function readVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(import.meta.dirname, "package.json"), "utf8"));
  return version;
}

/** Names the modules that a script imports statically, and no others. A build without that script has none. */
function nameFirst(
  path: string,
  name: string,
): (id: string, context: { getModuleInfo(id: string): ModuleLinks | null }) => string | null {
  const entry = join(import.meta.dirname, path);
  let first: ReadonlySet<string> | null = null;
  return (id, context) => {
    if (first === null) {
      if (context.getModuleInfo(entry) === null) return null;
      const found = new Set([entry]);
      for (const each of found) for (const next of context.getModuleInfo(each)?.importedIds ?? []) found.add(next);
      first = found;
    }
    return first.has(id) && !ZOD_LANGUAGES.test(id) ? name : null;
  };
}

interface ModuleLinks {
  readonly importedIds: readonly string[];
}
