import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../scripts/build-app.ts";

const TEXT = readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8");

/** The most files that a question may pass before the first token of its answer. */
const MAX_FILES_TO_FIRST_TOKEN = 10;

/** More is a second idea in the file. */
const MAX_BYTES = 20_000;
const MAX_COLUMNS = 160;

/** Files of the product, style sheets included. */
const FILES: readonly string[] = ["app", "worker", "package"].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name}`)
    .filter((path) => /\.(?:tsx?|css)$/.test(path) && !/\.(?:test|contract|fixture)\.tsx?$/.test(path)),
);

/** A step of a path: a file, a name that stands in it, and what lies between it and the steps before. */
interface Step {
  readonly file: string;
  readonly name: string;
  /** A contract's file that both sides import, or a word that stands in both; absent where one imports the other. */
  readonly by?: string;
}

/** The text below a heading, up to the next one. */
function readSection(page: string, heading: string): string {
  const [, below = ""] = page.split(`## ${heading}\n`);
  return below.split("\n## ")[0] ?? "";
}

/** The numbered rows of a section. */
function readPath(section: string): readonly Step[] {
  return [...section.matchAll(/^\d+\. `([^`]+)`, `([^`]+)`.*?(?: \(by `([^`]+)`\))?$/gm)].map(
    ([, file = "", name = "", by]) => ({ file, name, ...(by === undefined ? {} : { by }) }),
  );
}

const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");

/** The files of this repository that a file imports. */
function listImports(file: string): ReadonlySet<string> {
  const found = read(file).matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g);
  return new Set([...found].map(([, target = ""]) => join(dirname(file), target)));
}

/** Whether two files meet in a contract: one imports it, the other it or one of those that it is made of. */
function sharesContract(files: readonly [string, string], contract: string): boolean {
  const parts = new Set([contract, ...listImports(contract)]);
  const imports = files.map(listImports);
  return (
    imports.some((each) => each.has(contract)) && imports.every((each) => [...each].some((file) => parts.has(file)))
  );
}

function isJoined(step: Step, before: Step): boolean {
  const { file, by } = step;
  if (by === undefined) return listImports(before.file).has(file) || listImports(file).has(before.file);
  if (!by.includes("/")) return read(file).includes(by) && read(before.file).includes(by);
  return sharesContract([file, before.file], by);
}

const PATHS_PAGE = read("docs/paths.md");
const QUESTION = "From a question to its first token";
const PATHS = [
  { heading: QUESTION, page: TEXT },
  { heading: "A file's bytes", page: PATHS_PAGE },
  { heading: "A tool's result to its card", page: PATHS_PAGE },
  { heading: "A new tool", page: PATHS_PAGE },
].map(({ heading, page }) => ({ heading, section: readSection(page, heading) }));

test("the path from a question to its first token has few files", () => {
  expect(readPath(readSection(TEXT, QUESTION)).length).toBeLessThanOrEqual(MAX_FILES_TO_FIRST_TOKEN);
});

describe.each(PATHS)("the path “$heading”", ({ section }) => {
  const path = readPath(section);

  test("has its steps, each with a name that stands in it", () => {
    expect(path.length).toBeGreaterThan(4);
    expect(path.length).toBe(section.match(/^\d+\. /gm)?.length);
    expect(path.filter(({ file, name }) => !existsSync(join(ROOT, file)) || !read(file).includes(name))).toEqual([]);
  });

  test("leads from each step to the next by an import or what is named between", () => {
    const lost = path.filter(
      (step, index) => index > 0 && !path.slice(0, index).some((before) => isJoined(step, before)),
    );
    expect(lost).toEqual([]);
  });
});

/** Rooms with a page of their own: the states that live there. */
const ROOMS = ["worker/agent/run", "worker/engines/shared", "worker/store/search", "worker/store/workspace"];

/** Pages that lead through the code, with the text in which every name is of today; a decision's context is of its time. */
const PAGES: readonly { readonly page: string; readonly text: string; readonly min: number }[] = [
  { page: "ARCHITECTURE.md", text: TEXT, min: 25 },
  { page: "docs/gotchas.md", text: read("docs/gotchas.md"), min: 20 },
  { page: "docs/paths.md", text: PATHS_PAGE, min: 35 },
  ...ROOMS.map((room) => ({
    page: `${room}/ARCHITECTURE.md`,
    text: read(`${room}/ARCHITECTURE.md`),
    min: 2,
  })),
  ...readdirSync(join(ROOT, "docs/decisions")).map((name) => {
    const text = read(`docs/decisions/${name}`);
    return { page: `docs/decisions/${name}`, text: text.slice(Math.max(0, text.indexOf("\n## Decision"))), min: 0 };
  }),
];

describe("the pages about the code", () => {
  test.each(PAGES)("$page names files and folders that are there", ({ text, min }) => {
    const named = [...text.matchAll(/`((?:app|worker|package|dev|e2e|docs)\/[\w./-]*)`/g)];
    expect(named.length).toBeGreaterThanOrEqual(min);
    expect(named.map(([, name = ""]) => name).filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
  });

  test.each(PAGES)("$page has links that lead to a file", ({ page, text }) => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]+)[^)]*\)/gu)].map(([, target = ""]) => target);
    expect(links.filter((target) => !existsSync(join(ROOT, dirname(page), target)))).toEqual([]);
  });
});

describe.each(ROOMS)("the page of %s", (room) => {
  const text = read(`${room}/ARCHITECTURE.md`);

  test("has a picture of its states, and at most 60 lines", () => {
    expect(text).toContain("```mermaid\nstateDiagram-v2");
    expect(text.split("\n").length).toBeLessThanOrEqual(61);
  });

  test("names files of its room that are there", () => {
    const named = [...text.matchAll(/`((?:[\w-]+\/)?[\w.-]+\.tsx?)`/g)].map(([, name = ""]) => name);
    const inRoom = named.filter((name) => !existsSync(join(ROOT, name)));
    expect(inRoom.length).toBeGreaterThan(5);
    const places = [room, `${room}/index`];
    expect(inRoom.filter((name) => !places.some((place) => existsSync(join(ROOT, place, name))))).toEqual([]);
  });
});

describe("the files of the product", () => {
  test("have at most 20 kB each", () => {
    expect(FILES.length).toBeGreaterThan(500);
    expect(FILES.filter((path) => statSync(join(ROOT, path)).size > MAX_BYTES)).toEqual([]);
  });

  test("have lines of at most 160 columns, but for patterns that stand alone", () => {
    const isPattern = (line: string): boolean => /^\s*\/[^/*]/.test(line) || line.includes("String.raw`");
    const wide = FILES.flatMap((path) =>
      read(path)
        .split("\n")
        .flatMap((line, index) => (line.length > MAX_COLUMNS && !isPattern(line) ? [`${path}:${index + 1}`] : [])),
    );
    expect(wide).toEqual([]);
  });
});

test("the root has at most 23 entries, and package.json 15 commands, each in CONTRIBUTING", () => {
  const entries = new Set(
    execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" })
      .split("\0")
      .flatMap((path) => path.split("/")[0] || []),
  );
  expect([...entries].length).toBeGreaterThan(15);
  expect([...entries].length).toBeLessThanOrEqual(23);
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const contributing = readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8");
  const names = Object.keys(scripts);
  expect(names.length).toBeLessThanOrEqual(15);
  expect(names.filter((name) => !new RegExp(`npm (?:run (?:-s )?)?${name}(?![\\w:-])`).test(contributing))).toEqual([]);
});

test("no two folders of the product import each other, unless one holds the other", () => {
  const pairs = FILES.flatMap((path) =>
    [...listImports(path)].map((target) => [dirname(path), dirname(target)] as const),
  );
  const arrows = new Set(pairs.map(([from, to]) => `${from} ${to}`));
  const mutual = pairs.filter(
    ([from, to]) =>
      from < to && arrows.has(`${to} ${from}`) && !to.startsWith(`${from}/`) && !from.startsWith(`${to}/`),
  );
  expect(arrows.size).toBeGreaterThan(100);
  expect(mutual.map((pair) => pair.join(" "))).toEqual([]);
});
