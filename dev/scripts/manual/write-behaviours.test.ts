import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../build-app.ts";
import { readBehaviours, writeBehaviours } from "./write-behaviours.ts";

const rows = readBehaviours().flatMap((group) => group.rows);

test("the page of behaviours is the one that its data makes", () => {
  expect(readFileSync(join(ROOT, "docs/package/behaviours.md"), "utf8")).toBe(writeBehaviours());
});

// That the pages and their headings exist is tested with every other link of the manual.
test("each behaviour names a test that is there", () => {
  expect(rows.length).toBeGreaterThan(80);
  const missing = rows.filter(({ test: file, title }) => {
    const path = join(ROOT, file);
    return !existsSync(path) || !readFileSync(path, "utf8").includes(title);
  });
  expect(missing).toEqual([]);
});

test("no behaviour stands there twice", () => {
  expect(new Set(rows.map(({ what }) => what)).size).toBe(rows.length);
});
