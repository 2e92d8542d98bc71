import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { openSample } from "./sample-folder.fixture.ts";

const MESSAGES = fileURLToPath(new URL("../../app/messages/", import.meta.url));

/** What answers them, of the sample folder and of an empty list of tasks, in the order in which they are asked. */
const EXPECTED: Readonly<Record<"en" | "de" | "es", Readonly<Record<string, readonly RegExp[]>>>> = {
  en: {
    documents: [/^30 files/, /One cat or one small dog/, /three years/, /leaves at 9:25/, /^3 files/],
    tables: [/28\.34/, /54\.55/, /food/, /\*\*/, /\*\*\d+\*\*/],
    writer: [/^Done/, /^Done/, /^Done/, /^Done/, /^Done/],
    plan: [
      /^Nothing on your list is due today/,
      /call Ana/,
      /milk/,
      /water the plants/,
      /call Ana.*milk|milk.*call Ana/s,
    ],
  },
  de: {
    documents: [/^30 Dateien/, /Katzen sind erlaubt/, /Jahre/, /548,70 Euro/, /^3 Dateien/],
    tables: [/29\.45/, /\*\*/, /Essen/, /\*\*/, /\*\*\d+\*\*/],
    writer: [/^Erledigt/, /^Erledigt/, /^Erledigt/, /^Erledigt/, /^Erledigt/],
    plan: [/^Heute ist nichts/, /Ana an/, /Milch/, /Blumen/, /Milch/],
  },
  es: {
    documents: [/^30 archivos/, /mascotas|gato|perro/, /años/, /euros/, /^3 archivos/],
    tables: [/21\.8125/, /\*\*/, /comida/, /\*\*/, /\*\*\d+\*\*/],
    writer: [/^Hecho/, /^Hecho/, /^Hecho/, /^Hecho/, /^Hecho/],
    plan: [/^Hoy no vence/, /llamar a Ana/, /leche/, /plantas/, /leche/],
  },
};

describe.each(["en", "de", "es"] as const)("every starting question in %s", (language) => {
  const texts = JSON.parse(readFileSync(`${MESSAGES}${language}/questions.json`, "utf8")) as Record<string, string>;

  it.each(Object.entries(EXPECTED[language]))(
    "of the mode %s is answered without asking a small model",
    async (mode, expected) => {
      const { ask } = await openSample();
      for (const [index, pattern] of expected.entries()) {
        const question = texts[`ask.${mode}.${index + 1}`] ?? "";
        const { text, prompts } = await ask(question, mode);
        expect(text, question).toMatch(pattern);
        expect(prompts, question).toEqual([]);
      }
    },
  );

  it("about a folder of one's own too", async () => {
    const { ask } = await openSample();
    const files = { file: { en: "trip-to-porto.md", de: "wanderung.txt", es: "plantas.md" }[language] };
    const table = { en: "expenses.csv", de: "haushaltsbuch.csv", es: "gastos.csv" }[language];
    for (const [key, text] of Object.entries(texts).filter(([each]) => each.startsWith("ask.own."))) {
      const question = text.replace("{file}", files.file).replace("{table}", table);
      const asked = await ask(question, key.split(".")[2]);
      expect(asked.prompts, question).toEqual([]);
      expect(asked.text, question).not.toMatch(/nothing|nichts gefunden|No he encontrado/);
    }
  });
});
