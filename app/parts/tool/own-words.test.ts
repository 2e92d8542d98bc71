import { expect, it } from "vitest";
import type { JsonValue } from "../../../worker/protocol/json.ts";
import { loadLanguage } from "../../messages/load-language.ts";
import { createTranslator } from "../../messages/translate.ts";
import { toOwnWords } from "./own-words.tsx";

it.each<[string, string, JsonValue, string]>([
  ["date_add", "de", "2028-11-29 (Wednesday)", "Mittwoch, 29. November 2028"],
  [
    "search_files",
    "de",
    [{ source: "[1]", file: "lease.md", text: "One cat\nis allowed." }],
    "- One cat is allowed. [1]",
  ],
  ["memory_search", "es", [{ id: "n1", text: "Mimi" }], "- Mimi"],
  ["memory_search", "es", "No note matches.", "No hay ninguna nota sobre «»"],
  [
    "list_tasks",
    "de",
    { tasks: [{ task: "Miete", due: "2026-11-27 09:00 (Friday), monthly" }, { task: "Brot" }] },
    "- Miete · Freitag, 27. November 2026, 09:00, Jeden Monat\n- Brot",
  ],
  ["theirs", "de", { level: 3 }, "level: 3"],
])(
  "gives a result of %s in the language of the page (%s) where the model has no words",
  async (name, code, value, text) => {
    const content =
      typeof value === "string" ? { type: "text" as const, text: value } : { type: "json" as const, value };
    const record = {
      call: { id: "1", name, arguments: {} },
      outcome: { type: "success" as const, content: [content] },
    };
    expect(toOwnWords(record, createTranslator(await loadLanguage(code)))).toBe(text);
  },
);
