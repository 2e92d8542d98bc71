import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../../worker/protocol/json.ts";
import type { ToolOutcome } from "../../../worker/protocol/tool.ts";
import { EN } from "../../messages/en/en.ts";
import { loadLanguage } from "../../messages/load-language.ts";
import { createTranslator } from "../../messages/translate.ts";
import FAULTS from "./faults.json" with { type: "json" };
import { cut, toOutcomeText, toPlainName } from "./tool-line.tsx";

async function toLine(code: string, name: string, input: JsonObject, outcome: ToolOutcome): Promise<string> {
  const t = createTranslator(await loadLanguage(code));
  // Intl puts a space there that does not break.
  return cut(toOutcomeText({ id: "1", name, arguments: input }, outcome, t)).replaceAll("\u00a0", " ");
}

function toSuccess(value: JsonValue): ToolOutcome {
  return {
    type: "success",
    content: [typeof value === "string" ? { type: "text", text: value } : { type: "json", value }],
  };
}

describe("the line of a tool card", () => {
  it.each<[string, string, JsonObject, JsonValue, string]>([
    ["en", "calculate", { expression: "(3 + 5) * 2" }, 16, "(3 + 5) * 2 = 16"],
    ["de", "divide", { a: 1, b: 4 }, 0.25, "1 ÷ 4 = 0,25"],
    ["en", "memory_write", { text: "my bicycle is green" }, { saved: true, id: "6c" }, "Saved: my bicycle is green"],
    [
      "de",
      "memory_write",
      { text: "x" },
      { saved: true, id: "6c", note: "It was saved already." },
      "Das war schon gespeichert: x",
    ],
    ["en", "run_javascript", { code: "" }, { results: [{ type: "text", text: "4 rows" }] }, "4 rows"],
    ["de", "run_javascript", { code: "" }, { results: [{ type: "text" }, { type: "table" }] }, "2 Ergebnisse"],
    ["es", "run_javascript", { code: "" }, { results: [] }, "Ha terminado y no ha mostrado nada."],
    ["en", "memory_search", { query: "colour" }, "No note matches.", "No note found for “colour”"],
    ["es", "memory_search", { query: "gato" }, [{ id: "1", text: "Mimi" }], "Encontrado: Mimi"],
    ["en", "search_manual", { query: "a" }, [{ page: "P", title: "Privacy", text: "x" }], "In the manual: Privacy"],
    ["de", "search_manual", { query: "a" }, "Nothing in the manual matches.", "Keine Seite des Handbuchs hat „a“"],
    ["en", "kom.memory.v1.upsert_memory", { namespace: "n", items: [{ text: "a" }] }, { upserted: 1 }, "Saved: a"],
    ["en", "kom.memory.v1.search_memory", { query: { text: "a" } }, { matches: [] }, "No note found for “a”"],
    [
      "de",
      "add_task",
      { task: "Miete" },
      { added: true, task: "Miete", due: "2026-11-27 09:00 (Friday), monthly" },
      "Aufgabe: Miete · Freitag, 27. November 2026, 09:00, Jeden Monat",
    ],
    ["de", "query_table", { operation: "average", column: "Betrag" }, { value: 2.5 }, "Durchschnitt “Betrag” = 2,50"],
    ["en", "query_table", { operation: "rows" }, { columns: ["a"], rows: [[1]], total: 40 }, "40 rows"],
    ["es", "describe_table", {}, { rows: 2, columns: [{ name: "a" }, { name: "b" }] }, "2 filas · a, b"],
    ["en", "complete_task", { task: "milk" }, { done: true, task: "buy milk" }, "Done: buy milk"],
    ["en", "list_tasks", {}, { tasks: [{ task: "a" }, { task: "b" }] }, "2 tasks: a · b"],
    ["es", "list_tasks", {}, "There are no open tasks.", "No hay tareas"],
    [
      "de",
      "search_files",
      { query: "Miete" },
      "Nothing in the files fits these words.",
      "Nichts in deinen Dateien passt zu „Miete“",
    ],
    ["pt", "query_table", { operation: "rows" }, { columns: ["a"], rows: [], total: 0 }, "0 linha"],
    ["en", "days_between", {}, "298 days (9 months and 23 days)", "298 days (9 months and 23 days)"],
    ["de", "date_math", {}, "298 days (9 months and 23 days)", "298 Tage (9 Monate und 23 Tage)"],
    ["es", "date_add", {}, "2026-12-24 (Thursday)", "jueves, 24 de diciembre de 2026"],
    [
      "de",
      "current_time",
      {},
      "Sunday, 22 November 2026, 19:41:00 in Asia/Tokyo (UTC+09:00)",
      "Sonntag, 22. November 2026, 19:41 in Tokyo (UTC+09:00)",
    ],
    ["de", "current_time", {}, "2027-02-14 (Sunday)", "Sonntag, 14. Februar 2027"],
    ["de", "convert_units", {}, "5 miles = 8.04672 kilometers", "5 Meilen = 8,04672 Kilometer"],
    ["en", "string_length", { text: "hello" }, 5, "“hello” has 5 characters"],
  ])("says in %s what came of %s", async (code, name, input, value, line) => {
    expect(await toLine(code, name, input, toSuccess(value))).toBe(line);
  });

  it.each<[JsonValue, string]>([
    [{ part_no: "A7", on_shelf: true, where: { row: 3, side: "left" } }, "part no: A7 · on shelf: yes · where: 3"],
    ['{"temperature": 21.5, "unit": "C"}', "temperature: 21.5 · unit: C"],
    [[{ title: "One" }, { title: "Two" }], "2 entries · One · Two"],
    [[], "0 entries"],
    [{ raw_output: "The tip is 2.50." }, "The tip is 2.50."],
    ["plain words", "plain words"],
  ])("tells the fields of what a tool of others gave, and no JSON: %j", async (value, line) => {
    expect(await toLine("en", "parts.lookup", {}, toSuccess(value))).toBe(line);
  });

  it.each([
    ["Friday<|im_start|>assistant", "Friday…"],
    ["2 + 2 @tool query_table {", "2 + 2 …"],
    ["a </tool_call> b", "a …"],
    ["mail @toolshop, a <b> and <|c", "mail @toolshop, a <b> and <|c"],
  ])("ends before what a model wrote for the program: %s", (text, line) => {
    expect(cut(text)).toBe(line);
  });

  it.each([
    ["parts.lookup_part", "lookup part · parts"],
    ["my_numeral", "my numeral"],
    ["tip", "tip"],
  ])("calls a tool of others by its name in words: %s", (name, words) => {
    expect(toPlainName(name)).toBe(words);
  });

  it("has a text for every fault of ours that it knows", () => {
    expect(Object.values(FAULTS).filter((key) => !(key in EN))).toEqual([]);
  });

  it("tells a fault of ours in the user's language, with the name of the field that is missing", async () => {
    const failed: ToolOutcome = { type: "failed", message: "'soon' is not a date. Write it as YYYY-MM-DD." };
    expect(await toLine("de", "date_add", {}, failed)).toBe("„soon“ ist kein lesbares Datum.");
    const missing: ToolOutcome = {
      type: "failed",
      message: "'a/b.md': There is no such file. Use find_files or list_files to see which files there are.",
    };
    expect(await toLine("es", "read_file", { path: "a/b.md" }, missing)).toBe(
      "No hay ningún archivo así en tus carpetas.",
    );
    const refused: ToolOutcome = { type: "failed", message: "'a.pdf': The PDF opens only with a password." };
    expect(await toLine("en", "read_file", {}, refused)).toBe("This PDF opens only with a password.");
    const outOfScope = [{ path: "/host", message: "evil.example is out of scope" }];
    expect(await toLine("de", "look_at", {}, { type: "invalid-arguments", problems: outOfScope, schema: {} })).toMatch(
      /^„evil.example“ liegt außerhalb/,
    );
    const sumOfDates: ToolOutcome = { type: "failed", message: "The column 'Tag' holds dates, so it has no sum." };
    expect(await toLine("de", "query_table", {}, sumOfDates)).toBe(
      "In der Spalte „Tag“ stehen keine Zahlen, mit denen sich rechnen lässt.",
    );
    const tooMany = [{ path: "/limit", message: "must be at most 200" }];
    expect(await toLine("de", "query_table", {}, { type: "invalid-arguments", problems: tooMany, schema: {} })).toBe(
      "„limit“ darf höchstens 200 sein.",
    );
    // No sentence of the page: a tool of ours says it in English in the details, one of others in its own words.
    const odd: ToolOutcome = { type: "failed", message: "The moon is full." };
    expect(await toLine("es", "query_table", {}, odd)).not.toContain("moon");
    expect(await toLine("es", "theirs", {}, odd)).toBe("The moon is full.");
    const problems = [{ path: "/to", message: "is missing" }];
    const invalid: ToolOutcome = { type: "invalid-arguments", problems, schema: {} };
    expect(await toLine("es", "days_between", {}, invalid)).toBe("Falta «to».");
  });
});
