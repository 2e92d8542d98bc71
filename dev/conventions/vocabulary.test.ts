import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { ROOT } from "../scripts/build-app.ts";

const GLOSSARY = readFileSync(join(ROOT, "docs/glossary.md"), "utf8");

/** The last column of the glossary's tables: words that no identifier may contain. */
const FORBIDDEN = readForbiddenWords(GLOSSARY);

/** Places of a word that means something else there, or stands in stored data. */
const ALLOWED: readonly { readonly word: string; readonly path: RegExp }[] = [
  // The page's own word for evals.
  { word: "gym", path: /^app\/|^worker\/protocol\/evals\.ts$/ },
  // Rooms of a house that a tool switches lamps in.
  { word: "room", path: /^worker\/tools\/home\/set-light\.ts$/ },
  // A member of logs that earlier versions stored.
  { word: "doubt", path: /^worker\/protocol\/run-event\.ts$|^worker\/agent\/log\/run-event-shape\.ts$/ },
  // The languages that the browser prefers.
  { word: "wish", path: /^app\/messages\/catalogue\.ts$/ },
  // Told by one tab to another, and by the worker to the page.
  { word: "told", path: /^worker\/engines\/shared\/lead\.ts$/ },
];

function readForbiddenWords(glossary: string): ReadonlySet<string> {
  const rows = glossary.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| Term"));
  return new Set(
    rows
      .flatMap((line) => (line.split("|")[4] ?? "").split(","))
      .map((word) => word.trim())
      .filter((word) => word !== ""),
  );
}

/** Product files: tests, suites, fixtures and examples may say what they like about shelves. */
function productFiles(): readonly string[] {
  return ["app", "worker", "package"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .map((path) => `${folder}/${path}`)
      .filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|contract|fixture)\.tsx?$|^package\/examples\//.test(path)),
  );
}

/** Every identifier of a file, comments and strings left out. */
function readIdentifiers(path: string, code: string): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, code, ts.ScriptTarget.Latest));
  return names;
}

/** `toRunEnd` says to, run, end; a constant's words stand between underscores. */
function toWords(name: string): readonly string[] {
  const words = /^[A-Z0-9_]+$/.test(name) ? name.split("_") : name.split(/(?=[A-Z])|_/);
  return words.map((word) => word.toLowerCase());
}

describe("the vocabulary", () => {
  const identifiers = productFiles().flatMap((path) =>
    [...readIdentifiers(path, readFileSync(join(ROOT, path), "utf8"))].map((name) => ({ path, name })),
  );

  test("is read from the glossary", () => {
    expect([...FORBIDDEN]).toEqual(expect.arrayContaining(["desk", "shelf", "keeper", "speaker", "person"]));
    expect(identifiers.length).toBeGreaterThan(5000);
  });

  test.each([...FORBIDDEN])("no identifier says %s", (word) => {
    const found = identifiers.filter(({ path, name }) => {
      const words = toWords(name);
      const allowed = ALLOWED.some((allowance) => allowance.word === word && allowance.path.test(path));
      return !allowed && (words.includes(word) || words.includes(`${word}s`));
    });
    expect(found).toEqual([]);
  });

  test("a bound is MAX_ or MIN_", () => {
    const old = /^(?:MOST|LEAST|LONGEST|SHORTEST|FEWEST|LARGEST|SMALLEST)_/;
    expect(identifiers.filter(({ name }) => old.test(name))).toEqual([]);
  });

  test("no comment of the product begins with What", () => {
    const riddle = /^\s*(?:\/\*\*|\*|\/\/)\s*What\b.*$/gmu;
    const found = productFiles().flatMap((path) =>
      [...readFileSync(join(ROOT, path), "utf8").matchAll(riddle)].map(([line]) => `${path}: ${line}`),
    );
    expect(found).toEqual([]);
  });

  test("finds a forbidden word in an identifier and in no other text", () => {
    const code = `const runDesk = "shelf"; // keeper\nconst MAX_DESKS = \`speaker \${1}\`;\n`;
    const words = [...readIdentifiers("a.ts", code)].flatMap(toWords);
    expect(words).toEqual(["run", "desk", "max", "desks"]);
  });
});
