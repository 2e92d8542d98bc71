import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../worker/protocol/json.ts";
import { loadLanguage } from "../../messages/load-language.ts";
import { createTranslator } from "../../messages/translate.ts";
import { toCallWords, toNoteNames } from "./call-words.ts";

describe("what a tool is asked", () => {
  it.each<[string, string, JsonObject, string]>([
    ["en", "date_add", { date: "today", amount: 0, unit: "days" }, "today"],
    ["de", "date_add", { date: "today", amount: 0, unit: "days" }, "heute"],
    ["es", "date_add", { date: "tomorrow", amount: 3, unit: "weeks" }, "mañana + 3 semanas"],
    ["en", "date_add", { date: "2025-08-20", amount: -1, unit: "months" }, "August 20, 2025 − 1 month"],
    ["en", "date_add", { date: "now", amount: -90, unit: "minutes" }, "now − 90 minutes"],
    ["en", "date_add", { date: "now", amount: -2, unit: "moons" }, "now − 2 moons"],
    ["en", "date_math", { operation: "subtract", date: "soon" }, "soon"],
    ["de", "days_between", { from: "today", to: "2026-12-24" }, "heute → 24. Dezember 2026"],
    ["en", "days_between", { from: "soon" }, "soon"],
    ["es", "date_math", { operation: "add", date: "tomorrow", amount: 3, unit: "weeks" }, "mañana + 3 semanas"],
    [
      "en",
      "date_math",
      { operation: "subtract", date: "2025-08-20", amount: 1, unit: "months" },
      "August 20, 2025 − 1 month",
    ],
    [
      "de",
      "date_math",
      { operation: "difference", date: "today", other_date: "2026-12-24" },
      "heute → 24. Dezember 2026",
    ],
    ["en", "date_math", { operation: "difference", date: "soon" }, "soon"],
    ["en", "convert_units", { value: 5, from: "miles", to: "km" }, "5 miles → km"],
    ["en", "memory_delete", { note: "bicycle lock" }, "bicycle lock"],
    ["en", "memory_delete", { note: "0f8c-4e10" }, ""],
    ["en", "memory_delete", { id: "0f8c-4e10" }, ""],
    ["en", "search_files", { query: "rent", limit: 5 }, "rent"],
  ])("in %s, of %s %j, is told in words", async (code, _name, input, words) => {
    const t = createTranslator(await loadLanguage(code));
    expect(toCallWords(input, t)?.replaceAll("\u00a0", " ")).toBe(words);
  });

  it("is left as it is for other tools", async () => {
    expect(toCallWords({ expression: "1 + 1" }, createTranslator(await loadLanguage("de")))).toBeUndefined();
  });
});

it("writes the id of a note as people name one, and no id that a tool of others is given", async () => {
  const t = createTranslator(await loadLanguage("en"));
  const id = "4f6b2a90-7d31-4c58-9be2-0a1b2c3d4e5f";
  expect(toNoteNames({ name: "memory_delete" }, t)(id)).toBe("a note");
  expect(toNoteNames({ name: "memory_delete" }, t)(`about ${id}`)).toContain(id);
  expect(toNoteNames({ name: "memory_order" }, t)(id)).toBe(id);
});
