import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../scripts/build-app.ts";

const TEXT = readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8");

/** The most files that a question may pass before the first token of its answer. */
const MAX_FILES_TO_FIRST_TOKEN = 10;

/** The most source files that lie flat in one folder of the product. */
const MAX_FILES_IN_A_FOLDER = 25;

/** The rows of "From a question to its first token": a file, and a name that stands in it. */
function readPath(): readonly { readonly file: string; readonly name: string }[] {
  const [, section = ""] = TEXT.split("## From a question to its first token");
  const [rows = ""] = section.split("\n## ");
  return [...rows.matchAll(/^\d+\. `([^`]+)`, `([^`]+)`/gm)].map(([, file = "", name = ""]) => ({ file, name }));
}

describe("ARCHITECTURE.md", () => {
  const path = readPath();

  test("leads from a question to its first token in few files", () => {
    expect(path.length).toBeGreaterThan(5);
    expect(path.length).toBeLessThanOrEqual(MAX_FILES_TO_FIRST_TOKEN);
  });

  test.each(path)("$file has $name", ({ file, name }) => {
    expect(readFileSync(join(ROOT, file), "utf8")).toContain(name);
  });
});

/** Rooms with a page of their own: the states that live there. */
const ROOMS = ["worker/agent/run", "worker/engines/shared", "worker/store/search", "worker/store/workspace"];

/** Pages that lead through the code, with the text in which every name is of today; a decision's context is of its time. */
const PAGES: readonly { readonly page: string; readonly text: string; readonly min: number }[] = [
  { page: "ARCHITECTURE.md", text: TEXT, min: 25 },
  { page: "docs/gotchas.md", text: readFileSync(join(ROOT, "docs/gotchas.md"), "utf8"), min: 20 },
  ...ROOMS.map((room) => ({
    page: `${room}/ARCHITECTURE.md`,
    text: readFileSync(join(ROOT, room, "ARCHITECTURE.md"), "utf8"),
    min: 2,
  })),
  ...readdirSync(join(ROOT, "docs/decisions")).map((name) => {
    const text = readFileSync(join(ROOT, "docs/decisions", name), "utf8");
    return { page: `docs/decisions/${name}`, text: text.slice(Math.max(0, text.indexOf("\n## Decision"))), min: 0 };
  }),
];

describe("the pages about the code", () => {
  test.each(PAGES)("$page names files and folders that are there", ({ text, min }) => {
    const named = [
      ...text.matchAll(/`((?:app|worker|sw|package|conventions|scripts|e2e|bench|docs|model)\/[\w./-]*)`/g),
    ];
    expect(named.length).toBeGreaterThanOrEqual(min);
    expect(named.map(([, name = ""]) => name).filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
  });

  test.each(PAGES)("$page has links that lead to a file", ({ page, text }) => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]+)[^)]*\)/gu)].map(([, target = ""]) => target);
    expect(links.filter((target) => !existsSync(join(ROOT, dirname(page), target)))).toEqual([]);
  });
});

describe.each(ROOMS)("the page of %s", (room) => {
  const text = readFileSync(join(ROOT, room, "ARCHITECTURE.md"), "utf8");

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

describe("the folders of the product", () => {
  const folders = ["app", "worker", "sw", "package"].flatMap((root) => [
    root,
    ...readdirSync(join(ROOT, root), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(entry.parentPath.slice(ROOT.length), entry.name)),
  ]);

  test(`have at most ${MAX_FILES_IN_A_FOLDER} source files each`, () => {
    const counted = folders.map((folder) => {
      const names = readdirSync(join(ROOT, folder));
      const sources = names.filter((name) => /\.tsx?$/.test(name) && !/\.(?:test|contract|fixture)\.tsx?$/.test(name));
      return { folder, sources: sources.length };
    });
    expect(counted.length).toBeGreaterThan(30);
    expect(counted.filter(({ sources }) => sources > MAX_FILES_IN_A_FOLDER)).toEqual([]);
  });

  test("have style sheets of at most 400 lines", () => {
    const sheets = readdirSync(join(ROOT, "app"), { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".css"),
    );
    const lengths = sheets.map((name) => ({
      name,
      lines: readFileSync(join(ROOT, "app", name), "utf8").split("\n").length - 1,
    }));
    expect(lengths.length).toBeGreaterThan(5);
    expect(lengths.filter(({ lines }) => lines > 400)).toEqual([]);
  });
});
