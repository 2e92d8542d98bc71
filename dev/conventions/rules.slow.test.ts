import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../scripts/build-app.ts";
import { checkArrows } from "../scripts/check-arrows.ts";

const VIOLATIONS = join(ROOT, "dev/conventions/violations");

/** What Biome's JSON reporter writes, as far as it is read here. */
interface BiomeReport {
  readonly diagnostics: readonly {
    readonly category: string;
    readonly severity: string;
    readonly location: { readonly path: string | { readonly file: string } };
  }[];
}

function namesIn(folder: string): readonly string[] {
  return readdirSync(join(VIOLATIONS, folder)).toSorted();
}

describe("the linter refuses", () => {
  let complaints: readonly { readonly category: string; readonly severity: string; readonly file: string }[] = [];

  beforeAll(() => {
    // The violations pose as files of the page, where every rule holds, under the repository's own configuration.
    // Outside this repository: Biome infers no types in a folder whose name begins with a dot.
    const folder = mkdtempSync(join(tmpdir(), "alcove-violations-"));
    const config: object = JSON.parse(readFileSync(join(ROOT, "biome.json"), "utf8"));
    cpSync(join(VIOLATIONS, "style"), join(folder, "app"), { recursive: true });
    const local = { ...config, $schema: undefined, vcs: { enabled: false }, files: { includes: ["**"] } };
    writeFileSync(join(folder, "biome.json"), JSON.stringify(local));
    const biome = join(ROOT, "node_modules/.bin/biome");
    const { stdout } = spawnSync(biome, ["lint", "--reporter=json", "--max-diagnostics=none"], {
      cwd: folder,
      encoding: "utf8",
    });
    rmSync(folder, { recursive: true, force: true });
    const report: BiomeReport = JSON.parse(stdout);
    complaints = report.diagnostics.map(({ category, severity, location }) => ({
      category,
      severity,
      file: basename(typeof location.path === "string" ? location.path : location.path.file),
    }));
  });

  test.each(namesIn("style"))("%s", (name) => {
    const words = name.replace(/\.tsx?$/, "").split(/(?=[A-Z])|-/);
    const rule = words.join("").toLowerCase();
    const found = complaints.filter(
      ({ category, file }) => file === name && category.toLowerCase().endsWith(`/${rule}`),
    );
    expect(found.map(({ severity }) => severity)).toContain("error");
  });
});

describe("the compiler knows no platform in a pure room", () => {
  const rooms = ["worker/protocol", "worker/search", "worker/formats", "worker/agent"];
  const cases = rooms.flatMap((room) => namesIn("pure").map((name) => ({ room, name })));
  const libraries = new Map<string, ts.SourceFile>();

  test.each(cases)("$room has nothing that $name needs", ({ room, name }) => {
    const options = readRoomOptions(room);
    const posed = join(ROOT, room, `violation-${name}`);
    const code = readFileSync(join(VIOLATIONS, "pure", name), "utf8");
    const host = ts.createCompilerHost(options);
    const readSource = host.getSourceFile.bind(host);
    host.getSourceFile = (path, languageVersion) => {
      if (resolve(path) === posed) return ts.createSourceFile(path, code, languageVersion);
      const known = libraries.get(path) ?? readSource(path, languageVersion);
      if (known !== undefined) libraries.set(path, known);
      return known;
    };
    const program = ts.createProgram([posed], options, host);
    const codes = program.getSemanticDiagnostics(program.getSourceFile(posed)).map(({ code: number }) => number);
    // "Cannot find name", in the wordings with and without a hint at the library or package that has it.
    expect(codes.filter((number) => [2304, 2580, 2584, 2591].includes(number))).not.toEqual([]);
  });

  test("what the platform has no part in compiles there", () => {
    const options = readRoomOptions("worker/protocol");
    const program = ts.createProgram([join(ROOT, "worker/protocol/assert-never.ts")], options);
    expect(program.getSemanticDiagnostics()).toEqual([]);
  });
});

describe("the arrows between the rooms", () => {
  const rules: readonly string[] = [
    ...readFileSync(join(ROOT, "dev/dependency-cruiser.mjs"), "utf8").matchAll(
      /(?:room|keeper)\(\s*"([a-z-]+)"|name: "([a-z-]+)"/g,
    ),
  ].map(([, helper, plain]) => helper ?? plain ?? "");
  const report = checkArrows(join(VIOLATIONS, "arrows"), ["app", "worker", "package", "e2e"]);

  test("all rules are known to this test", () => {
    expect(rules.length).toBeGreaterThan(20);
  });

  test.each(rules)("%s stops a deliberate violation and says what to do instead", async (rule) => {
    const found = (await report).violations.filter((violation) => violation.rule === rule);
    // Each violation is a file named after the rule it breaks; start-worker.ts must have its own name to break its rule.
    const culprits = found.filter(({ from }) => from.includes(rule) || rule === "start-worker-starts-main");
    expect(culprits).not.toEqual([]);
    expect(culprits[0]?.comment.length).toBeGreaterThan(40);
  });

  test("an import along an arrow is let through", async () => {
    const { violations } = await report;
    expect(violations.filter(({ from }) => from.includes("allowed"))).toEqual([]);
  });
});

function readRoomOptions(room: string): ts.CompilerOptions {
  const path = join(ROOT, room, "tsconfig.json");
  const { config, error } = ts.readConfigFile(path, ts.sys.readFile);
  if (error !== undefined) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, "\n"));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(path));
  return { ...options, composite: false, noEmit: true, emitDeclarationOnly: false };
}
