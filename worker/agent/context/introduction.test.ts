import { describe, expect, it } from "vitest";
import { collectRun, createModel, toEnd, toyAgent, toyTool } from "../run/run-agent.fixture.ts";
import { toCourtesy, toIntroduction } from "./introduction.ts";

describe("what a small model can do", () => {
  it.each([
    ["What can you do?", "run on your own device", "Remember that my bicycle is green"],
    ["hi, what can you do for me", "run on your own device", "What is (3 + 5) * 2?"],
    ["Was kannst du alles?", "laufe auf deinem eigenen Gerät", "Notiere: Mein Fahrrad ist grün"],
    ["¿Qué puedes hacer?", "tu propio dispositivo", "¿Qué hora es en Lima?"],
  ])("is told in the language of “%s”", (asked, opening, example) => {
    const text = toIntroduction(asked, () => true) ?? "";
    expect(text).toContain(opening);
    expect(text).toContain(`- ${example}`);
  });

  it("holds only what its tools are for", () => {
    const text = toIntroduction("What can you do?", (name) => name === "current_time") ?? "";
    expect(text.match(/^- .*$/gmu)).toEqual(["- What time is it in Lima?"]);
    expect(toIntroduction("What can you do?", () => false)).toBeNull();
  });

  it("is no answer to another question", () => {
    for (const asked of [
      "What can you do about the rain?",
      "What can I do?",
      "Who are your parents?",
      "Was kannst du kochen?",
    ]) {
      expect(
        toIntroduction(asked, () => true),
        asked,
      ).toBeNull();
    }
  });

  it("is told instead of a small model, which is not asked, and never instead of a large one", async () => {
    const ask = async (shortList: boolean) => {
      const model = createModel(["The model's words."]);
      const agent = toyAgent([toyTool("current_time")]);
      const request = { question: "What can you do?" };
      return toEnd(await collectRun({ agent, request, model: { ...model, info: { ...model.info, shortList } } })).text;
    };
    expect(await ask(true)).toContain("What time is it in Lima?");
    expect(await ask(false)).toBe("The model's words.");
  });
});

describe("a courtesy", () => {
  it.each([
    ["Hallo!", "Hallo! Was kann ich für dich tun?"],
    ["Vielen Dank", "Gern geschehen."],
    ["Hola, ¿qué tal?", "Bien, gracias. ¿En qué puedo ayudarte?"],
    ["¡Gracias por tu ayuda!", "De nada."],
  ])("is returned in its language: “%s”", (asked, answer) => {
    expect(toCourtesy(asked)).toBe(answer);
  });

  it("is not what only begins with one", () => {
    for (const asked of ["Hallo, wie spät ist es?", "Gracias es una palabra", "Hello"]) {
      expect(toCourtesy(asked), asked).toBeNull();
    }
  });
});
