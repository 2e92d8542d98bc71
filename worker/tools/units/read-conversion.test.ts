import { describe, expect, it } from "vitest";
import { readLengthQuestion } from "../text/read-length-question.ts";
import { runTool } from "../tool.contract.ts";
import { convertUnits } from "./convert-units.ts";
import { readConversion } from "./read-conversion.ts";

function answer(question: string): string | null {
  const call = readConversion(question);
  return call === null ? null : call.toAnswer(String(runTool(convertUnits, call.arguments)));
}

describe("a question that is nothing but a conversion", () => {
  it.each<[string, string]>([
    ["How many seconds are in a day?", "1 day = **86,400 seconds**"],
    ["how many grams in a pound", "1 pound ≈ **453.5924 grams**"],
    ["180 cm in feet", "180 cm ≈ **5.9055 feet**"],
    ["Convert 5 miles to kilometres", "5 miles ≈ **8.0467 kilometers**"],
    ["What is 30 degrees Celsius in Fahrenheit?", "30 degrees Celsius = **86 degrees Fahrenheit**"],
    ["convert 1,000 m to km", "1,000 m = **1 kilometer**"],
    ["6 foot 2 in cm", "74 inches = **187.96 centimeters**"],
    ["How much is 5'10\" in cm?", "70 inches = **177.8 centimeters**"],
    ["Rechne 5 Meilen in Kilometer um", "5 Meilen ≈ **8,0467 Kilometer**"],
    ["1.000 Meter in Kilometern", "1.000 Meter = **1 Kilometern**"],
    ["Wie viele Sekunden hat ein Tag?", "1 Tag = **86.400 Sekunden**"],
    ["Wie viel sind 3 Pfund in Kilo?", "3 Pfund = **1,5 Kilo**"],
    ["Convierte 5 millas en kilómetros", "5 millas ≈ **8,0467 kilómetros**"],
    ["¿Cuántos segundos tiene un día?", "1 día = **86.400 segundos**"],
  ])("is converted: “%s”", (question, told) => {
    expect(answer(question)).toBe(told);
  });

  it.each([
    "10 men in a boat",
    "How many people are in a band?",
    "2 weeks in Spain",
    "5 miles to kilograms",
    "Was hat ein Tag?",
  ])("is not in “%s”", (question) => {
    expect(answer(question)).toBeNull();
  });
});

describe("a question for the letters of a word", () => {
  it.each([
    ["How many letters are in the word strawberry?", "strawberry"],
    ["Wie viele Buchstaben hat das Wort Haus?", "Haus"],
    ["¿Cuántas letras tiene la palabra casa?", "casa"],
  ])("is counted: “%s”", (question, text) => {
    expect(readLengthQuestion(question)?.arguments).toEqual({ text });
  });

  it("is not one for those of something else", () => {
    expect(readLengthQuestion("How many letters are there in the alphabet?")).toBeNull();
    expect(readLengthQuestion("How many letters did I get?")).toBeNull();
  });
});
