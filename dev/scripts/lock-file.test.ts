import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "./build-app.ts";

interface LockedPackage {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
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

test("every package is taken by its hash, but for binaries of the linter and of knip for other systems", () => {
  const bare = Object.entries(packages).filter(([path, { integrity }]) => path !== "" && integrity === undefined);
  // The registry that the lock was made from does not carry these; nothing of them comes into the app.
  const others = bare.filter(
    ([path, { dev, optional }]) =>
      !(dev === true && optional === true && /\/(?:@biomejs\/cli|@oxc-parser\/binding)-[\w-]+$/u.test(path)),
  );
  expect(others.map(([path]) => path)).toEqual([]);
});

describe("the toolchain", () => {
  const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
  const { engines }: { engines: { node: string } } = JSON.parse(read("package.json"));
  const oldest = /^>=(\d+\.\d+)$/u.exec(engines.node)?.[1] ?? "";

  test("is one Node in package.json and in the README", () => {
    expect(read("README.md")).toContain(`It needs Node ${oldest} or\nnewer`);
  });

  test("runs no script of a package while it installs", () => {
    expect(read(".npmrc")).toContain("ignore-scripts=true");
    // Its script only replaces a starter of its program; without it the starter starts the program.
    const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript === true);
    expect(scripted.map(([path]) => path).filter((path) => !/\/(?:esbuild|fsevents)$/u.test(path))).toEqual([]);
  });

  test("serves every package of the app that runs in Node", () => {
    const demanding = Object.entries(packages).filter(
      ([path, entry]) => path !== "" && entry.dev !== true && !accepts(entry.engines?.node ?? "*", oldest),
    );
    // The page reads PDFs with one, a thread of its own asks tables with the other; no program that Node runs imports them.
    expect(demanding.map(([path]) => path)).toEqual(["node_modules/@sqlite.org/sqlite-wasm", "node_modules/unpdf"]);
  });

  test("is newer only for a contestant of the benchmarks among the packages of development", () => {
    const demanding = Object.entries(packages).filter(
      ([, entry]) => entry.dev === true && !accepts(entry.engines?.node ?? "*", oldest),
    );
    expect(demanding.map(([path]) => path).filter((path) => !/\/(?:ai|@ai-sdk\/.+)$/u.test(path))).toEqual([]);
  });
});

function toNumbers(version: string): readonly [number, number, number] {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  return [major, minor, patch];
}

function isAtLeast(version: string, wanted: string): boolean {
  const [left, right] = [toNumbers(version), toNumbers(wanted)];
  const at = left.findIndex((number, index) => number !== right[index]);
  return at === -1 || (left[at] ?? 0) > (right[at] ?? 0);
}

/** Whether a range of the lock file takes a version: alternatives of `>=a`, `^a` or a bare major. */
function accepts(range: string, version: string): boolean {
  return range.split("||").some((part) => {
    const [, sign = "", wanted = ""] = /^\s*(>=|\^)?\s*v?([\d.]+)/u.exec(part) ?? [];
    if (wanted === "") return true;
    if (sign === ">=") return isAtLeast(version, wanted);
    return toNumbers(version)[0] === toNumbers(wanted)[0] && isAtLeast(version, wanted);
  });
}
