import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { ROOT } from "../scripts/build-app.ts";

const MANUAL = join(ROOT, "docs/package");
const PAGES = readdirSync(MANUAL).map((name) => ({ name, text: readFileSync(join(MANUAL, name), "utf8") }));
/** The pages about the app as well, by names that are files' names too. */
const ALL_PAGES = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md"))
  .map((name) => ({ name: name.replaceAll(/[\\/]/gu, "-"), text: readFileSync(join(ROOT, "docs", name), "utf8") }));

describe("the package's manual", () => {
  test("has code blocks that compile as they stand", () => {
    const folder = join(ROOT, ".cache/manual");
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const files = ALL_PAGES.filter(({ name }) => !name.endsWith("api.md")).flatMap(({ name, text }) =>
      [...text.matchAll(/```ts[^\n]*\n([\s\S]*?)```/gu)].map(([, code = ""], index) => {
        const path = join(folder, `${name.replace(".md", "")}-${index}.ts`);
        writeFileSync(path, code);
        return path;
      }),
    );
    expect(files.length).toBeGreaterThan(12);
    const { config } = ts.readConfigFile(join(ROOT, "package/tsconfig.json"), (path) => ts.sys.readFile(path));
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, join(ROOT, "package"));
    const program = ts.createProgram(files, { ...options, composite: false, incremental: false, noEmit: true });
    const faults = ts
      .getPreEmitDiagnostics(program)
      .filter(({ file }) => file !== undefined && files.includes(file.fileName))
      .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`);
    expect(faults).toEqual([]);
  });

  test("has links and names of files that lead somewhere", () => {
    const links = PAGES.flatMap(({ name, text }) =>
      [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/gu)].map(([, target = ""]) => ({ name, target })),
    );
    expect(links.length).toBeGreaterThan(30);
    expect(links.filter(({ target }) => !existsSync(join(MANUAL, target)))).toEqual([]);
    const named = PAGES.flatMap(({ text }) => [
      ...text.matchAll(/`((?:examples|package|worker|app)\/[\w./-]+\.ts)`/gu),
    ]);
    expect(named.map(([, path = ""]) => path).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test("has a page for each entry of package.json's exports", () => {
    const { exports }: { exports: Record<string, string> } = JSON.parse(
      readFileSync(join(ROOT, "package.json"), "utf8"),
    );
    const all = PAGES.filter(({ name }) => name !== "api.md")
      .map(({ text }) => text)
      .join("\n");
    const names = Object.keys(exports).map((key) => `alcove${key.slice(1)}`);
    expect(names.filter((name) => !all.includes(name))).toEqual([]);
  });
});
