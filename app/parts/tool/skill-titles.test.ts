import { expect, it } from "vitest";
import { loadLanguage } from "../../messages/load-language.ts";
import { createTranslator } from "../../messages/translate.ts";
import { isExampleSkill, toSkillTitle } from "./skill-titles.ts";

it("a mode of ours has a name in each language, one of the user's own keeps its name", async () => {
  const title = async (code: string, name: string) => toSkillTitle(name, createTranslator(await loadLanguage(code)));
  expect(await title("en", "word-games")).toBe("Word games");
  expect(await title("de", "assistant")).toBe("Assistent");
  expect(await title("es", "kitchen-measures")).toBe("Medidas de cocina");
  expect(await title("de", "my-garden")).toBe("my-garden");
  expect([isExampleSkill("lights"), isExampleSkill("assistant"), isExampleSkill("my-garden")]).toEqual([
    true,
    false,
    false,
  ]);
});
