import { readdirSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { describe, expect, it, test } from "vitest";
import { ROOT } from "../build-app.ts";
import { REMOVABLE_ROOMS } from "./removable-rooms.ts";
import { cutPieces } from "./remove-room.ts";

const FOLDERS = ["app", "worker", "package", "e2e", "dev"];

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name}`)
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith("dev/conventions/violations/")),
);

/** The files that a file imports by their place, be it for a type or later. */
function readImports(path: string, code: string): readonly string[] {
  const found = code.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g);
  return [...found].map(([, target = ""]) => normalize(join(path, "..", target)));
}

describe.each(Object.entries(REMOVABLE_ROOMS))("without %s", (_name, { paths, cuts }) => {
  const isGone = (path: string): boolean => paths.some((each) => path === each || path.startsWith(`${each}/`));

  test("no file that is left imports what is gone, once the registration is cut", () => {
    const left = files.filter((path) => !isGone(path));
    expect(left.length).toBeLessThan(files.length);
    const broken = left.filter((path) => {
      const code = cutPieces(readFileSync(join(ROOT, path), "utf8"), cuts[path] ?? []);
      return readImports(path, code).some(isGone);
    });
    expect(broken).toEqual([]);
  });

  test("each file of the registration is there, and stays", () => {
    const wrong = Object.keys(cuts).filter((path) => isGone(path) || !files.includes(path));
    expect(wrong).toEqual([]);
  });
});

describe("a cut", () => {
  const code = `import { a } from "./a.ts";
import { b } from "./b.ts";

/** The list. */
const list = [a(1), b(2, "b"), { a, b: b(3) }];
`;

  it("takes a statement with its comment, an entry with its comma, a member and an argument", () => {
    expect(cutPieces(code, ["import { b }", "b(2", "b: b(3)", "{ a"]).trim()).toBe(
      'import { a } from "./a.ts";\n\n/** The list. */\nconst list = [a(1),];',
    );
    expect(cutPieces(code, ["const list"])).not.toContain("The list");
    expect(cutPieces("f(1, 2);", ["1"])).toBe("f( 2);");
  });

  it("is refused where nothing begins so, and where several pieces do", () => {
    expect(() => cutPieces(code, ["import { c }"])).toThrow('0 pieces begin with "import { c }"');
    expect(() => cutPieces(code, ["import {"])).toThrow("2 pieces");
  });
});
