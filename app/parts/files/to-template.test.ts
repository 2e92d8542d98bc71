import { expect, it } from "vitest";
import { toTemplate } from "./to-template.ts";

it("begins a script with the rows of a table, the words of a text, or a sum", () => {
  expect(toTemplate("javascript", ['Folder/my "own".csv'])).toBe(
    'const rows = tables["my \\"own\\".csv"];\nshow.table(rows);\n',
  );
  expect(toTemplate("javascript", ["notes.md", "b.csv"])).toContain('files["notes.md"]');
  expect(toTemplate("javascript", [])).toContain("show.text");
});
