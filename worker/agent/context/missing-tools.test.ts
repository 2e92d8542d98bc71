import { describe, expect, it } from "vitest";
import { toyTool } from "../run/run-agent.fixture.ts";
import { findMissingTool } from "./missing-tools.ts";

const NONE = [toyTool("convert_units").spec];

describe("a wish for which there is no tool", () => {
  it.each([
    ["What is the weather in Berlin?", /^I have no tool for the weather\./u],
    ["Will it rain tomorrow?", /the weather/u],
    ["What's the news today?", /the news/u],
    ["Send an email to my boss that I am ill", /sending messages/u],
    ["Play some music", /^I have no tool for that/u],
    ["Wie wird das Wetter morgen?", /^Ich habe kein Werkzeug für das Wetter/u],
    ["Was gibt es Neues in der Welt?", /kein Werkzeug für Nachrichten/u],
    ["¿Qué tiempo hace en Madrid?", /^No tengo ninguna herramienta para el tiempo/u],
    ["¿Va a llover mañana?", /el tiempo/u],
    ["Envía un correo a mi jefe", /enviar mensajes/u],
  ])("is told so: “%s”", (asked, told) => {
    expect(findMissingTool(asked, NONE)).toMatch(told);
  });

  it("is left to the model where a tool may be for it", () => {
    const weather = toyTool("city_weather").spec;
    expect(findMissingTool("What is the weather in Graz?", [weather])).toBeNull();
  });

  it.each([
    "What did I note about the weather?",
    "What is a forecast?",
    "Who won the war of 1812?",
    "What is in the file about the news?",
    "Write a poem about rain",
    "Wer hat das Wetter erfunden?",
    "How many letters are in the word email?",
  ])("is not “%s”", (asked) => {
    expect(findMissingTool(asked, NONE)).toBeNull();
  });
});
