import { defineConfig } from "@playwright/test";
import { CHROMIUM_FLAGS, findChromium } from "./scripts/find-chromium.ts";

const executablePath = findChromium();

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  snapshotPathTemplate: "{testDir}/pictures/{arg}{ext}",
  globalSetup: "./e2e/harness/build-before-tests.ts",
  // A model takes every core there is; two at once would time each other out.
  workers: 1,
  fullyParallel: false,
  forbidOnly: process.env.CI !== undefined,
  // A shared machine may stand still for seconds. A test that passes at its second try is named as flaky at the end;
  // those of what must never be lost get no second try.
  retries: process.env.CI === undefined ? 0 : 1,
  reporter: "list",
  expect: { timeout: 10_000 },
  use: {
    browserName: "chromium",
    launchOptions: {
      args: [...CHROMIUM_FLAGS],
      ...(executablePath === undefined ? {} : { executablePath }),
    },
    trace: "retain-on-failure",
  },
  projects: [
    { name: "scripted", testIgnore: /\.model\.spec\.ts$/, timeout: 60_000 },
    { name: "model", testMatch: /\.model\.spec\.ts$/, timeout: 300_000 },
  ],
});
