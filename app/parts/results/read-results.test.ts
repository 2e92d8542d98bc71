import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../worker/protocol/json.ts";
import { loadLanguage } from "../../messages/load-language.ts";
import { createTranslator } from "../../messages/translate.ts";
import { readResults, toColumnTitle, toRowsOfObjects } from "./read-results.ts";

const read = (results: JsonValue) => readResults({ type: "success", content: [{ type: "json", value: { results } }] });

describe("what a script showed", () => {
  it("is texts, tables, charts, files and pages", () => {
    const rows = { columns: ["a", "b"], rows: [["x", 1]], total: 4 };
    expect(
      read([
        { type: "text", text: "Hello" },
        { type: "table", title: "T", ...rows },
        { type: "chart", kind: "pie", title: "C", ...rows },
        { type: "file", name: "a.txt", text: "b" },
        { type: "html", title: "P", text: "<p>" },
      ]),
    ).toEqual([
      { type: "text", text: "Hello" },
      { type: "table", title: "T", table: rows, wanted: null },
      { type: "table", title: "C", table: rows, wanted: { type: "pie", title: "C" } },
      { type: "file", name: "a.txt", text: "b" },
      { type: "page", title: "P", html: "<p>" },
    ]);
  });

  it("leaves out what is not as it should be, and is nothing where the call failed or gave something else", () => {
    expect(read([7, { type: "table", columns: "a" }, { type: "script", text: "x" }])).toEqual([]);
    expect(read("x")).toBeNull();
    expect(readResults({ type: "failed", message: "no" })).toBeNull();
    expect(readResults(undefined)).toBeNull();
  });
});

it("takes a list of plain objects for rows, and nothing else", () => {
  const rows = {
    columns: ["a", "b"],
    rows: [
      [1, null],
      [2, "x"],
    ],
    total: 2,
  };
  expect(toRowsOfObjects([{ a: 1 }, { a: 2, b: "x" }])).toEqual(rows);
  expect(toRowsOfObjects({ items: [{ a: 1 }, { a: 2, b: "x" }] })).toEqual(rows);
  for (const other of [[], {}, "a", [1], [{ a: {} }], { a: [{ b: 1 }], c: 1 }])
    expect(toRowsOfObjects(other)).toBeNull();
});

it("names a computed column in the user's language, and leaves every other name as it is", async () => {
  const t = createTranslator(await loadLanguage("de"));
  expect(["sum of Betrag (€)", "Betrag", "sum"].map((name) => toColumnTitle(name, t))).toEqual([
    "Summe: Betrag (€)",
    "Betrag",
    "sum",
  ]);
});
