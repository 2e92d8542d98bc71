import { defineConfig } from "@playwright/test";
import { CHROMIUM_FLAGS, findChromium } from "./dev/scripts/find-chromium.ts";
import { toNetLogFlag } from "./e2e/harness/net-log.ts";

const executablePath = findChromium();

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  snapshotPathTemplate: "{testDir}/pictures/{arg}{ext}",
  globalSetup: "./e2e/harness/build-before-tests.ts",
  globalTeardown: "./e2e/harness/check-net-logs.ts",
  workers: 2,
  fullyParallel: false,
  forbidOnly: process.env.CI !== undefined,
  // A shared machine may stand still for seconds. A test that passes at its second try is named as flaky at the end;
  // those of what must never be lost get no second try.
  retries: process.env.CI === undefined ? 0 : 1,
  reporter: "list",
  // A busy machine is no fault of the app: whatever is waited for has this long to come.
  expect: { timeout: 30_000 },
  use: {
    browserName: "chromium",
    launchOptions: {
      args: [...CHROMIUM_FLAGS, toNetLogFlag()],
      ...(executablePath === undefined ? {} : { executablePath }),
    },
    // Every fresh context would fetch and keep the whole app again; specs of what the service worker does allow it.
    serviceWorkers: "block",
    // Recording takes time from every test; `--trace on` records the spec at hand, with snapshots.
    trace: { mode: "on-first-retry", screenshots: false, snapshots: false, sources: false },
    screenshot: "only-on-failure",
  },
  projects: [
    // First, as only one worker takes these: after the others the second one would have nothing to do.
    // A model takes every core there is; two at once would time each other out.
    { name: "model", testMatch: /\.model\.spec\.ts$/, timeout: 900_000, workers: 1 },
    { name: "scripted", testMatch: /\.spec\.ts$/, testIgnore: /\.(?:model|large)\.spec\.ts$/, timeout: 180_000 },
    // Needs 5 GB of disk and some minutes; no part of `npm test`.
    { name: "large", testMatch: /\.large\.spec\.ts$/, timeout: 900_000, workers: 1 },
  ],
});
