import { describe, expect, it } from "vitest";
import { suggestQuestions } from "./suggest-questions.ts";

describe("questions about the user's own file", () => {
  it.each([
    ["comma", "date,category,amount\n2026-01-01,Food,12.5\n"],
    ["semicolon, with figures as they are written in German", "Datum;category;amount\n01.01.2026;Food;-1.234,56 €\n"],
    ["tab and quotes", '"date"\t"category"\t"amount"\n2026-01-01\t"Food"\t7\n'],
  ])("name the columns of a table: %s", (_, text) => {
    const [first, ...rest] = suggestQuestions({ name: "bank.csv", text });
    expect(first).toEqual({ key: "ask.table.groups", values: { number: "amount", group: "category" } });
    expect(rest.map(({ key }) => key)).toEqual([
      "ask.table.average",
      "ask.table.highest",
      "ask.table.rows",
      "ask.table.columns",
    ]);
  });

  it("ask for no sum where no column holds numbers", () => {
    const keys = suggestQuestions({ name: "names.csv", text: "first,last\nAda,Lovelace\n" }).map(({ key }) => key);
    expect(keys).toEqual(["ask.table.rows", "ask.table.columns"]);
  });

  it("name the headings of a text, its title and its sentences aside", () => {
    const text =
      "# The lease\n\n## Pets\nOne cat.\n\nNotice period\nThree months.\n\nThis is a sentence.\n\n## Rent\n950.";
    expect(suggestQuestions({ name: "lease.md", text })).toEqual([
      { key: "ask.text.about", values: { heading: "Pets" } },
      { key: "ask.text.about", values: { heading: "Notice period" } },
      { key: "ask.text.about", values: { heading: "Rent" } },
      { key: "ask.own.documents.4", values: { file: "lease.md" } },
      { key: "ask.own.documents.5", values: { file: "lease.md" } },
    ]);
  });
});
