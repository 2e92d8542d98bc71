import { expect, test } from "vitest";
import { cutParts, joinParts } from "./split-file.ts";

const part = (number: number, text: string, name = "big") => new File([text], `${name}-0000${number}-of-00003.gguf`);
const PARTS = [part(3, "fg"), part(1, "abc"), part(2, "de")];

async function readText(slice: { arrayBuffer(): Promise<ArrayBuffer> } | undefined): Promise<string> {
  return new TextDecoder().decode(await slice?.arrayBuffer());
}

test("parts are read as one file, in their order whatever the order they were picked in", async () => {
  const whole = joinParts(PARTS);
  expect(whole).toMatchObject({ name: "big.gguf", size: 7, parts: [3, 2, 2] });
  expect(await readText(whole?.slice())).toBe("abcdefg");
  expect(await readText(whole?.slice(2, 6))).toBe("cdef");
  expect(await readText(whole?.slice(5))).toBe("fg");
  expect(await readText(whole?.slice(3, 3))).toBe("");
});

test("a file of its own stays as it is", () => {
  const file = new File(["abc"], "small.gguf");
  expect(joinParts([file])).toBe(file);
});

test.each([
  ["one part alone", [part(1, "abc")]],
  ["a part missing", PARTS.slice(1)],
  ["a part twice", [part(1, "abc"), part(1, "abc"), part(2, "de")]],
  ["a part of another model", [part(1, "abc"), part(2, "de"), part(3, "fg", "other")]],
  ["two models", [new File(["a"], "a.gguf"), new File(["b"], "b.gguf")]],
  ["nothing", []],
])("no model is made of %s", (_name, files) => {
  expect(joinParts(files)).toBeNull();
});

test("what was joined is cut where it was joined", async () => {
  const parts = cutParts(new Blob(["abcdefg"]), [3, 2, 2]);
  expect(await Promise.all(parts.map(readText))).toEqual(["abc", "de", "fg"]);
  expect(await Promise.all(cutParts(new Blob(["abc"])).map(readText))).toEqual(["abc"]);
});
