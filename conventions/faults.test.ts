import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const PAGE = readFileSync(join(ROOT, "docs/faults.md"), "utf8").replaceAll("\n", " ");
/** `path`: the beginning of a title, up to the end of a cell or a sentence's part. */
const REFERENCE = /`((?:app|worker|e2e|scripts)\/[\w./-]+\.(?:test|spec|contract)\.tsx?)`: ([^|()]+?)(?= \||\))/gu;
const references = [...PAGE.matchAll(REFERENCE)].map(([, path = "", title = ""]) => ({ path, title }));

test.each(references)("$path shows: $title", ({ path, title }) => {
  expect(existsSync(join(ROOT, path)), path).toBe(true);
  expect(readFileSync(join(ROOT, path), "utf8")).toContain(title);
});

test("every line of the tables names its test", () => {
  const rows = readFileSync(join(ROOT, "docs/faults.md"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| what (?:goes wrong|somebody tries) \|/.test(line));
  expect(rows.length).toBeGreaterThan(40);
  expect(rows.filter((row) => [...row.matchAll(REFERENCE)].length === 0)).toEqual([]);
});
