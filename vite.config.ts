import { existsSync, readFileSync } from "node:fs";
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
  /\/app\/(?:ui\/[^/]+|shell\/toasts|views\/chat\/(?:announcer|context-gauge|manual-call-card)|ui\/trust\/reveal-(?:hidden|look-alikes)|views\/chat\/composer\/(?:queue|chat-notes|question-controls|read-commands|command-list)|state\/(?:take-announcements|choose-model|find-tool|composer\/(?:slash-command|manual-calls)))\.tsx?$/;

/** Parts of the page that each start shows soon after its first frame. */
const PAGE_START = [
  "app/shell/conversation-list.tsx",
  "app/shell/tab-sign.tsx",
  "app/parts/model/model-picker.tsx",
  "app/views/chat/doors.tsx",
  "app/views/chat/model-now.tsx",
  "app/views/chat/file-questions.tsx",
  "app/views/chat/composer/add-menu.tsx",
  "app/boot/take-incoming.ts",
  "app/boot/register-service-worker.ts",
];

/** Pieces of the worker that each start loads, once its own script is there. */
const WORKER_START = [
  "worker/store/encryption/encryption.ts",
  "worker/store/guard/retire-write-log.ts",
  "worker/engines/open-model-library.ts",
  "worker/engines/builtin/browser-model-library.ts",
  "worker/engines/builtin/remote-prompt-api.ts",
  "worker/engines/wllama/embedder-library.ts",
  "worker/host/embedding-session.ts",
  "worker/assistant/code-skill.ts",
  "worker/tools/files/extend-with-files.ts",
  "worker/tools/manifest/http-executor.ts",
  "worker/tools/sandbox/browser-script-runner.ts",
  "worker/flows/add-flows.ts",
];

/** The files' page, with what a chat shows of files. */
const FILE_VIEWS = /\/app\/(?:views\/files\/|styles\/files)/;

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
      // What its own script shares with pieces that come later is one file as well, and so is what each start loads then.
      output: {
        ...NAMES,
        codeSplitting: {
          groups: [
            { name: nameImports(["worker/main.ts"], "shared"), debugName: "shared", priority: 1 },
            { name: nameImports(WORKER_START, "start", ["worker/main.ts"]), debugName: "start" },
          ],
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
      // What the first paint needs is one file: pieces that views share with it would each be packed alone. So is what each
      // start shows next, and so are the small parts that several views share.
      output: {
        ...NAMES,
        codeSplitting: {
          groups: [
            { name: nameImports(["app/boot/main.tsx"], "page"), debugName: "page", priority: 2 },
            { name: nameImports(PAGE_START, "start", ["app/boot/main.tsx"]), debugName: "start", priority: 1 },
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

/**
 * Names scripts with the modules that they import statically, less those that others import, and no others. A build without
 * these scripts has none.
 */
function nameImports(
  paths: readonly string[],
  name: string,
  others: readonly string[] = [],
): (id: string, context: ModuleGraph) => string | null {
  let named: ReadonlySet<string> | null = null;
  return (id, graph) => {
    if (named === null) {
      const found = findImports(paths, graph);
      if (found.size === 0) return null;
      const left = findImports(others, graph);
      named = new Set([...found].filter((each) => !left.has(each)));
    }
    return named.has(id) && !ZOD_LANGUAGES.test(id) ? name : null;
  };
}

function findImports(paths: readonly string[], graph: ModuleGraph): ReadonlySet<string> {
  const scripts = paths.map((path) => join(import.meta.dirname, path));
  const missing = scripts.find((script) => !existsSync(script));
  if (missing !== undefined) throw new Error(`${missing} has another name now: name it so in vite.config.ts.`);
  const found = new Set(scripts.filter((script) => graph.getModuleInfo(script) !== null));
  for (const each of found) for (const next of graph.getModuleInfo(each)?.importedIds ?? []) found.add(next);
  return found;
}

interface ModuleGraph {
  getModuleInfo(id: string): ModuleLinks | null;
}

interface ModuleLinks {
  readonly importedIds: readonly string[];
}
