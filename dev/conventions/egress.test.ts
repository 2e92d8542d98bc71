import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const FOLDER = join(import.meta.dirname, "../../e2e");
const specs = readdirSync(FOLDER).filter((name) => name.endsWith(".spec.ts"));

test("every spec runs under a harness that fails on a request to elsewhere", () => {
  const watched = /from "\.\/harness\/(?:test|storage-page)\.ts"/u;
  const unwatched = specs.filter((name) => !watched.test(readFileSync(join(FOLDER, name), "utf8")));
  expect(specs.length).toBeGreaterThan(40);
  expect(unwatched).toEqual([]);
});

test("no spec starts a browser past its harness", () => {
  const starts = specs.filter((name) =>
    /\b(?:chromium|firefox|webkit)\s*\.\s*launch/u.test(readFileSync(join(FOLDER, name), "utf8")),
  );
  expect(starts).toEqual([]);
});
