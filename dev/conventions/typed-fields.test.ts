import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { ROOT } from "../scripts/build-app.ts";

/** Components of the page that ask it where they are defined; a use of one may only ask it in another way. */
const ASKING = new Set(["InputField", "AreaField", "NotedInput"]);
const ASKED = [undefined, '"off"', '"new-password"'];
/** Fields that hold nothing typed. */
const UNTYPED = new Set(["checkbox", "radio", "file", "range", "number", "color"]);

// Chromium writes what stands in a field into its session file, also where the app encrypts all that it stores, unless the
// field asks it not to (https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#attr-fe-autocomplete).
test("every field that is typed into asks the browser not to keep what is typed", () => {
  const kept: string[] = [];
  let fields = 0;
  for (const path of listViews(join(ROOT, "app"))) {
    const source = ts.createSourceFile(
      path,
      readFileSync(path, "utf8"),
      ts.ScriptTarget.Latest,
      true,
      ts.ScriptKind.TSX,
    );
    const visit = (node: ts.Node): void => {
      if (ts.isJsxSelfClosingElement(node) || ts.isJsxOpeningElement(node)) {
        const name = node.tagName.getText();
        const attributes = new Map(
          node.attributes.properties.filter(ts.isJsxAttribute).map((each) => [each.name.getText(), each.initializer]),
        );
        const type = attributes.get("type")?.getText().replaceAll('"', "") ?? "text";
        if (ASKING.has(name)) {
          fields += 1;
          if (!ASKED.includes(attributes.get("autoComplete")?.getText())) kept.push(`${path}: ${node.getText()}`);
        }
        if (name === "textarea" || (name === "input" && !UNTYPED.has(type))) {
          fields += 1;
          if (!attributes.has("autoComplete")) kept.push(`${path.slice(ROOT.length)}: ${node.getText().slice(0, 60)}`);
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  expect(fields).toBeGreaterThan(20);
  expect(kept).toEqual([]);
});

function listViews(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".tsx") && !path.endsWith(".test.tsx"))
    .map((path) => join(folder, path));
}
