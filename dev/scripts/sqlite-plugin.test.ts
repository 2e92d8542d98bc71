import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./build-app.ts";
import { leaveOutWorkers } from "./sqlite-plugin.ts";

test("SQLite's package is built without the workers that keep databases on the disk", () => {
  const code = readFileSync(join(ROOT, "node_modules/@sqlite.org/sqlite-wasm/dist/index.mjs"), "utf8");
  expect(leaveOutWorkers(code)).not.toMatch(/new URL\("sqlite3-(?:worker1|opfs)/);
  expect(() => leaveOutWorkers("export {};")).toThrow("look at what its new version starts");
});
