import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./build-app.ts";

interface LockedPackage {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly resolved?: string;
  readonly engines?: Readonly<Record<string, string>>;
}

const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(
  readFileSync(join(ROOT, "package-lock.json"), "utf8"),
);

/** Where Node would find `name` for the package at `path`. */
function findPackage(path: string, name: string): string | undefined {
  const parts = path.split("/node_modules/");
  const places = parts.map(
    (_, index) => `${parts.slice(0, parts.length - index).join("/node_modules/")}/node_modules/`,
  );
  return [...places, "node_modules/"].map((place) => place + name).find((candidate) => candidate in packages);
}

// npm leaves out of the lock what a registry does not carry, and then `npm ci` refuses that lock for everybody.
test("the lock file names every platform's packages, so that a clean install works anywhere", () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => findPackage(path, name) === undefined),
  );
  expect(missing).toEqual([]);
});

test("the lock file names no registry of its own", () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});

test("only packages that never run in Node ask for more than the Node that the README promises", () => {
  const demanding = Object.entries(packages).filter(([, { engines }]) => /^>=\s*2[2-9]/u.test(engines?.node ?? ""));
  // The code of unpdf runs in the page; ai belongs to a contestant of the benchmarks.
  expect(demanding.map(([path]) => path).filter((path) => !/\/(?:unpdf|ai|@ai-sdk\/.+)$/u.test(path))).toEqual([]);
});
