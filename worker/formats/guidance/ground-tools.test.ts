import { describe, expect, test } from "vitest";
import { isJsonObject, type JsonObject, type JsonValue } from "../../protocol/json.ts";
import type { ToolExample, ToolSpec } from "../../protocol/tool.ts";
import { groundTools } from "./ground-tools.ts";

function toTool(properties: JsonObject, required: readonly string[], examples: readonly ToolExample[]): ToolSpec {
  return { name: "tool", description: "A tool.", parameters: { type: "object", properties, required }, examples };
}

/** The choices that a question leaves to a field; the whole schema where it leaves it open, undefined where it is gone. */
function choicesOf(tool: ToolSpec, question: string, field: string): JsonValue | undefined {
  const [grounded] = groundTools(question, [tool]);
  const properties = grounded?.parameters.properties;
  const schema = isJsonObject(properties) ? properties[field] : undefined;
  return isJsonObject(schema) ? (schema.enum ?? schema) : schema;
}

const text = { type: "string" };
const number = { type: "number" };

const convert = toTool(
  { value: number, from: text, to: text },
  ["value", "from", "to"],
  [
    { question: "How many meters are 3 feet?", arguments: { value: 3, from: "feet", to: "meters" } },
    { question: "Convert 180 pounds to kilograms", arguments: { value: 180, from: "pounds", to: "kilograms" } },
    { question: "What is 2 cups in milliliters?", arguments: { value: 2, from: "cups", to: "milliliters" } },
  ],
);

const remember = toTool(
  { text, kind: { type: "string" } },
  ["text"],
  [
    {
      question: "Remember that my sister Nora is allergic to nuts",
      arguments: { text: "my sister Nora is allergic to nuts" },
    },
    { question: "Note: the bicycle lock opens with 4812", arguments: { text: "the bicycle lock opens with 4812" } },
  ],
);

const distance = toTool(
  { date: text, other: text, amount: number },
  ["date"],
  [
    {
      question: "How many days from 2024-02-10 to 2024-06-01?",
      arguments: { date: "2024-02-10", other: "2024-06-01" },
    },
    { question: "Which day was 10 days ago?", arguments: { date: "today", amount: 10 } },
  ],
);

const calculate = toTool(
  { expression: text },
  ["expression"],
  [
    { question: "How much is 37 times 24?", arguments: { expression: "37 * 24" } },
    { question: "What is 15% of 260?", arguments: { expression: "260 * 15 / 100" } },
  ],
);

describe("groundTools", () => {
  test("a number is one of the question's", () => {
    expect(choicesOf(convert, "How many kilometers are 1,250.5 miles?", "value")).toEqual([1250.5]);
  });

  test("words stand where the examples' words stood: this one after the number, that one not", () => {
    expect(choicesOf(convert, "How many kilometers are 10 miles?", "from")).toEqual(["miles"]);
    expect(choicesOf(convert, "How many kilometers are 10 miles?", "to")).toEqual(["kilometers"]);
    expect(choicesOf(convert, "What is 5 kg in stone?", "from")).toEqual(["kg"]);
    expect(choicesOf(convert, "What is 5 kg in stone?", "to")).toEqual(["stone"]);
  });

  test("whole phrases are copied whole", () => {
    expect(choicesOf(remember, "Remember that my car is on level 3", "text")).toContain("my car is on level 3");
  });

  test("dates are told from words, and taken in the examples' order", () => {
    const question = "How many days from 2026-01-01 to 2026-12-24?";
    expect(choicesOf(distance, question, "date")).toEqual(["2026-01-01"]);
    expect(choicesOf(distance, question, "other")).toEqual(["2026-12-24"]);
  });

  test("a word of the tool's own stands in where the question has none, and a field without anything is left out", () => {
    expect(choicesOf(distance, "Which day was 4 days ago?", "date")).toEqual(["today"]);
    expect(choicesOf(distance, "Which day was 4 days ago?", "other")).toBeUndefined();
    expect(choicesOf(distance, "How long from 2026-01-01 to 2026-02-01?", "amount")).toBeUndefined();
  });

  test("written arithmetic is taken as it stands, brackets and all", () => {
    expect(choicesOf(calculate, "What is (3 + 5) * 2?", "expression")).toEqual(["(3 + 5) * 2"]);
  });

  test("composed arithmetic uses the question's numbers, and the examples' own only for per cent", () => {
    const pattern = (question: string) => {
      const schema = choicesOf(calculate, question, "expression");
      return new RegExp(isJsonObject(schema) ? String(schema.pattern) : "never");
    };
    expect("128 / 4").toMatch(pattern("How much is 128 divided by 4?"));
    expect("128 / 5").not.toMatch(pattern("How much is 128 divided by 4?"));
    expect("128 / 100").not.toMatch(pattern("How much is 128 divided by 4?"));
    expect("340 * 20 / 100").toMatch(pattern("Calculate 20% of 340"));
  });

  test("an optional field that no example fills in is left out, a required one and a tool without examples left alone", () => {
    expect(choicesOf(remember, "Remember that it rains", "kind")).toBeUndefined();
    const strict = { ...remember, parameters: { ...remember.parameters, required: ["text", "kind"] } };
    expect(choicesOf(strict, "Remember that it rains", "kind")).toEqual({ type: "string" });
    const { examples: _examples, ...bare } = convert;
    expect(groundTools("How many meters are 3 feet?", [bare])).toEqual([bare]);
  });

  test("strange questions do not break it", () => {
    for (const question of ["", "   ", "?!", "((((", "1 ".repeat(500), "\u0000", "toString __proto__ constructor"]) {
      expect(() => groundTools(question, [convert, remember, distance, calculate])).not.toThrow();
    }
  });
});
