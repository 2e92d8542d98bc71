import { describe, expect, it } from "vitest";
import { readPassages, splitPassages } from "./read-passages.ts";

const FILLER = "The committee met again and spoke of roads, bridges and the harbour without coming to a decision. ";

function toFile(characters: number, ...facts: readonly string[]) {
  const filler = FILLER.repeat(Math.ceil(characters / FILLER.length / (facts.length + 1)));
  return {
    name: "minutes.txt",
    mediaType: "text/plain",
    text: [filler, ...facts.flatMap((fact) => [fact, filler])].join("\n\n"),
  };
}

const FILE = toFile(
  200_000,
  "The monthly rent is 840 euros, payable on the first.",
  "The landlord is Mrs Adler of Linden Street.",
  "Pets are allowed, except for snakes.",
  "The lease ends on 31 May 2028.",
  "The deposit was three months' payment.",
);

function read(asked: string, maxCharacters = 2400, samples = true) {
  return readPassages({ asked, files: [FILE], maxCharacters, samples });
}

describe("the passages of a long file", () => {
  it.each([
    ["How high is the monthly rent?", "840 euros"],
    ["Who is the landlord?", "Mrs Adler"],
    ["Is a pet allowed?", "except for snakes"],
    ["When does the lease end?", "31 May 2028"],
    ["How much was the deposit?", "three months"],
  ])("for %j hold the answer, in little room", (asked, answer) => {
    const found = read(asked);
    expect(found?.text).toContain(answer);
    expect(found?.text.length).toBeLessThan(3000);
    expect(found?.files).toMatchObject([{ name: "minutes.txt", total: splitPassages(FILE.text).length }]);
  });

  it("are its beginning and samples when no word of the question is in it, or nothing if none are wanted", () => {
    const found = read("Summarise it, please");
    expect(found?.files[0]?.passages[0]).toBe(1);
    expect(found?.files[0]?.passages.at(-1)).toBeGreaterThan(100);
    expect(read("Quantum chromodynamics?", 2400, false)).toBeNull();
  });

  it("are told in the order of the file, with their places", () => {
    const found = read("Who is the landlord and when does the lease end?");
    const places = found?.files[0]?.passages ?? [];
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(found?.text).toContain(`[${places[0]} of `);
  });

  it("lose nothing of a text, and are short", () => {
    const passages = splitPassages(FILE.text);
    expect(passages.join(" ").replace(/\s+/g, " ")).toBe(FILE.text.trim().replace(/\s+/g, " "));
    expect(Math.max(...passages.map(({ length }) => length))).toBeLessThanOrEqual(600);
    expect(splitPassages("x".repeat(1500)).join("")).toBe("x".repeat(1500));
    expect(splitPassages("  ")).toEqual([]);
  });
});
