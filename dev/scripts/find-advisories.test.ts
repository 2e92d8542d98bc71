import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "./build-app.ts";
import { findHits, readLocked } from "./find-advisories.ts";

const LOCK = JSON.stringify({
  packages: {
    "": { version: "1.0.0" },
    "node_modules/one": { version: "2.3.4" },
    "node_modules/two/node_modules/one": { version: "1.9.0" },
    "node_modules/@scope/two": { version: "1.0.0-beta.2" },
  },
});

function find(events: readonly object[], name = "one", more: object = {}): readonly string[] {
  const named = { ecosystem: "npm", name };
  const record = {
    id: "GHSA-1",
    modified: "2026-01-01",
    affected: [{ package: named, ranges: [{ type: "SEMVER", events }] }],
  };
  return findHits([{ ...record, ...more }], readLocked(LOCK)).map(({ name: hit, version }) => `${hit} ${version}`);
}

it("an advisory names the locked versions between its events, wherever they are installed", () => {
  expect(find([{ introduced: "0" }, { fixed: "2.3.5" }])).toEqual(["one 2.3.4", "one 1.9.0"]);
  expect(find([{ introduced: "2.0.0" }, { fixed: "2.3.4" }])).toEqual([]);
  expect(find([{ introduced: "1.0.0" }, { last_affected: "1.9.0" }])).toEqual(["one 1.9.0"]);
  expect(find([{ introduced: "0" }, { fixed: "1.0.0" }, { introduced: "2.3.4" }])).toEqual(["one 2.3.4"]);
  expect(find([{ introduced: "0" }, { fixed: "1.0.0" }], "@scope/two")).toEqual(["@scope/two 1.0.0-beta.2"]);
  expect(find([{ introduced: "0" }, { fixed: "1.0.0-beta.2" }], "@scope/two")).toEqual([]);
});

it("a withdrawn advisory, another package and another ecosystem name none", () => {
  expect(find([{ introduced: "0" }], "one", { withdrawn: "2026-02-02" })).toEqual([]);
  expect(find([{ introduced: "0" }], "three")).toEqual([]);
});

it("every package of this lock file is looked up by its name and version", () => {
  const locked = readLocked(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  expect(locked.length).toBeGreaterThan(300);
  const affected = locked.map(({ name, version }) => ({ package: { ecosystem: "npm", name }, versions: [version] }));
  expect(findHits([{ id: "all", modified: "", affected }], locked).length).toBeGreaterThanOrEqual(locked.length);
});
