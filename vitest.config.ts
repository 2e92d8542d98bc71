import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { CHROMIUM_FLAGS, findChromium } from "./dev/scripts/find-chromium.ts";
import { isolationPlugin } from "./dev/scripts/isolation-plugin.ts";
import { modelsPlugin } from "./dev/scripts/models-plugin.ts";

const ignored = [
  "**/node_modules/**",
  "**/dist/**",
  "**/.cache/**",
  "dev/conventions/violations/**",
  "dev/model/.build/**",
];
const executablePath = findChromium();

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "node",
          include: ["**/*.test.{ts,tsx}"],
          exclude: [...ignored, "**/*.browser.test.{ts,tsx}", "**/*.slow.test.ts"],
          environment: "node",
          // Loading the same modules anew for every file would take half of the time. A test that changes a global
          // puts it back.
          pool: "threads",
          isolate: false,
          // One core would stand idle once the other checks have ended.
          maxWorkers: availableParallelism(),
          // Other checks run beside these.
          testTimeout: 30_000,
        },
      },
      {
        // Starts other programs, or takes more than a few seconds: part of `npm test`, not of `npm run check`.
        test: {
          name: "slow",
          include: ["**/*.slow.test.ts"],
          exclude: ignored,
          environment: "node",
          testTimeout: 120_000,
        },
      },
      {
        plugins: [react(), isolationPlugin(), modelsPlugin()],
        // Found in the middle of a run, a new dependency would reload the page under the test.
        optimizeDeps: {
          include: [
            "@cfworker/json-schema",
            "@huggingface/jinja",
            "@jitl/quickjs-wasmfile-release-sync",
            "@mlc-ai/web-llm",
            "@modelcontextprotocol/client",
            "@modelcontextprotocol/server",
            "@noble/hashes/sha2.js",
            "@noble/hashes/utils.js",
            "@wllama/wllama/esm/index.js",
            "comlink",
            "fast-check",
            "idb",
            "quickjs-emscripten-core",
            "react",
            "react-dom/client",
            "smol-toml",
            "zod",
            "zod/mini",
            "zod/v4/core",
            "zustand",
            "zustand/vanilla",
          ],
        },
        test: {
          name: "browser",
          include: ["**/*.browser.test.{ts,tsx}"],
          exclude: ignored,
          fileParallelism: false,
          testTimeout: 30_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                args: [...CHROMIUM_FLAGS],
                ...(executablePath === undefined ? {} : { executablePath }),
              },
            }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
    ],
  },
});
