import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const PAGES = ["docs/faults.md", "docs/first-steps.md"].map((page) => readFileSync(join(ROOT, page), "utf8"));
/** `path`: the beginning of a title, up to the end of a cell or a sentence's part. */
const REFERENCE = /`((?:app|worker|e2e|dev)\/[\w./-]+\.(?:test|spec|contract)\.tsx?)`: ([^|()]+?)(?= \||\))/gu;
const references = PAGES.flatMap((page) =>
  [...page.replaceAll("\n", " ").matchAll(REFERENCE)].map(([, path = "", title = ""]) => ({ path, title })),
);

test.each(references)("$path shows: $title", ({ path, title }) => {
  expect(existsSync(join(ROOT, path)), path).toBe(true);
  expect(readFileSync(join(ROOT, path), "utf8")).toContain(title);
});

test("every line of the tables names its test", () => {
  const rows = PAGES.flatMap((page) => page.split("\n")).filter(
    (line) =>
      line.startsWith("| ") &&
      !/^\| (?:what (?:goes wrong|somebody tries|was tried)|\| what holds|journey) \|/.test(line),
  );
  expect(rows.length).toBeGreaterThan(85);
  expect(rows.filter((row) => [...row.matchAll(REFERENCE)].length === 0)).toEqual([]);
});
