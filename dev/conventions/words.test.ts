import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { ROOT } from "../scripts/build-app.ts";

/** Rooms whose code knows no tool by its name. */
const NAMELESS = ["app", "worker/agent", "worker/host", "worker/engines", "worker/protocol"];
/** Files that still do; an entry goes once its file no longer does, and none may come. */
const NAMING: readonly string[] = [];

/** Files outside the fast path that read words of people's languages; an entry goes once its file no longer does. */
const WORDY: readonly string[] = [
  "worker/search/number-words.json",
  "worker/tools/dates/date-words.json",
  "worker/tools/dates/name-day.ts",
  "worker/tools/dates/read-date-words.ts",
  "worker/tools/tasks/read-due.ts",
];
/** So many words of other languages in the code of one file are a list of them. */
const MAX_WORDS = 4;

/** Product files of a folder; tests, suites and fixtures may say what they like. */
function listFiles(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((path) => `${folder}/${path}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|contract|fixture)\.tsx?$/.test(path))
    .sort();
}

/** The string and regular expression literals of a file, without comments and imports. */
function readLiterals(path: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isRegularExpressionLiteral(node)) {
      found.push(node.getText());
    }
    ts.forEachChild(node, visit);
  };
  const code = readFileSync(join(ROOT, path), "utf8");
  visit(ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true));
  return found;
}

const toWords = (text: string): readonly string[] => text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];

/** The words of a language's file, and its names of months and weekdays, which the fast path has from `Intl`. */
function readLanguage(code: string): ReadonlySet<string> {
  const text = readFileSync(join(ROOT, `worker/fastpath/languages/${code}.json`), "utf8");
  const format = new Intl.DateTimeFormat(code, { month: "long", weekday: "long" });
  const days = Array.from({ length: 365 }, (_, day) => format.format(new Date(2026, 0, 1 + day)));
  // The meanings of entries are the tools' own names for them.
  return new Set(toWords([text.replaceAll(/(?<=["; ])[^";=]+ = /g, ""), ...days].join(" ")));
}

/** Names that tools of ours are defined with; a word like `add` may mean anything. */
const TOOL_NAMES: ReadonlySet<string> = new Set(
  listFiles("worker/tools").flatMap((path) =>
    [...readFileSync(join(ROOT, path), "utf8").matchAll(/\bname: "([a-z]\w*_\w+)"/g)].map(([, name = ""]) => name),
  ),
);

describe("the words of people's languages", () => {
  // The tools' table of units is in English.
  const units = toWords(readFileSync(join(ROOT, "worker/tools/units/units.json"), "utf8"));
  const english = new Set([...readLanguage("en"), ...units]);
  const foreign = [...readLanguage("de"), ...readLanguage("es")].filter((word) => !english.has(word));
  const words = new Set(foreign);
  /** Data beside the code; what scripted models say, what models are asked and kept records are no words of the app. */
  const data = readdirSync(join(ROOT, "worker"), { recursive: true, encoding: "utf8" })
    .map((path) => `worker/${path}`)
    .filter(
      (path) =>
        path.endsWith(".json") &&
        !/^worker\/(?:fastpath\/languages|search\/languages|engines\/scripted|evals|store\/fixtures|formats\/corpus)\//.test(
          path,
        ),
    );

  test("stand in the fast path's language files", () => {
    expect(words.size).toBeGreaterThan(300);
    const isWordy = (texts: readonly string[]): boolean =>
      [...new Set(texts.flatMap(toWords))].filter((word) => words.has(word)).length >= MAX_WORDS;
    const wordy = listFiles("worker").filter(
      // Comments count at first, so that few files are parsed.
      (path) => isWordy([readFileSync(join(ROOT, path), "utf8")]) && isWordy(readLiterals(path)),
    );
    const wordyData = data.filter((path) => isWordy([readFileSync(join(ROOT, path), "utf8")]));
    expect(wordy.filter((path) => path.startsWith("worker/fastpath/"))).toEqual([]);
    expect([...wordy, ...wordyData].sort()).toEqual(WORDY);
  });
});

describe("the names of tools", () => {
  test(`stand in no code of ${NAMELESS.join(", ")}`, () => {
    expect(TOOL_NAMES.size).toBeGreaterThan(20);
    const naming = NAMELESS.flatMap(listFiles).filter((path) => {
      const code = readFileSync(join(ROOT, path), "utf8");
      const isNamed = [...TOOL_NAMES].some((name) => code.includes(name));
      return isNamed && readLiterals(path).some((literal) => TOOL_NAMES.has(literal.slice(1, -1)));
    });
    expect(naming).toEqual(NAMING);
  });
});
