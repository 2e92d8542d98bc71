import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { beforeAll, describe, expect, it } from "vitest";
import type { Raster } from "../pdf/draw-pdf-page.ts";
import { openRecogniser } from "./open-recogniser.ts";
import { type RecognisedText, readOcrTable } from "./read-ocr-table.ts";

const require = createRequire(import.meta.url);

function load(path: string): ArrayBuffer {
  return new Uint8Array(readFileSync(require.resolve(path))).buffer;
}

/** The letters of a typewriter, seven rows of five dots each. */
const LETTERS: Readonly<Record<string, string>> = {
  T: "11111001000010000100001000010000100",
  H: "10001100011000111111100011000110001",
  E: "11111100001000011110100001000011111",
  R: "11110100011000111110101001001010001",
  N: "10001110011010110011100011000110001",
  I: "11111001000010000100001000010011111",
  L: "10000100001000010000100001000011111",
};
const DOT = 6;

/** A white sheet with lines of text. */
function draw(lines: readonly string[]): Raster {
  const [width, height] = [1000, 700];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  const paint = (x: number, y: number): void => {
    const at = (y * width + x) * 4;
    data.fill(0, at, at + 3);
  };
  lines.forEach((line, row) => {
    [...line].forEach((letter, column) => {
      [...(LETTERS[letter] ?? "")].forEach((dot, index) => {
        if (dot !== "1") return;
        for (let y = 0; y < DOT; y += 1)
          for (let x = 0; x < DOT; x += 1)
            paint(100 + (column * 6.5 + (index % 5)) * DOT + x, 120 + row * 14 * DOT + Math.floor(index / 5) * DOT + y);
      });
    });
  });
  return { width, height, data };
}

describe("the recogniser", () => {
  let read: (picture: Raster) => RecognisedText;

  beforeAll(async () => {
    const data = load("@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz");
    const core = load("tesseract.js-core/tesseract-core-simd-lstm.wasm");
    read = await openRecogniser({ core, languages: [{ code: "eng", data }] });
  });

  it("finds words and their places", () => {
    const { text, turns, boxes } = read(draw(["THE HILL", "THE LILT"]));
    const words = text.split(/\s+/);
    expect(turns).toBe(0);
    expect(words.slice(0, 3)).toEqual(["THE", "HILL", "THE"]);
    expect(boxes).toHaveLength(words.length * 4);
    // Left, top, width and height in hundredths of the sheet's sides.
    expect(boxes.slice(0, 4).map((side) => Math.round(side / 100))).toEqual([10, 17, 11, 6]);
    expect(boxes.slice(8, 10).map((side) => Math.round(side / 100))).toEqual([10, 29]);
  });

  it("finds nothing on an empty sheet, on noise, and in what has no pixels", () => {
    expect(read(draw([]))).toEqual({ text: "", turns: 0, boxes: [] });
    let seed = 1;
    const noise = Uint8ClampedArray.from({ length: 300 * 300 * 4 }, () => {
      seed = (seed * 48271) % 0x7fffffff;
      return seed % 256;
    });
    expect(read({ width: 300, height: 300, data: noise }).boxes.length % 4).toBe(0);
    expect(read({ width: 0, height: 0, data: new Uint8ClampedArray() }).text).toBe("");
    expect(read({ width: 1, height: 1, data: new Uint8ClampedArray(4) }).text).toBe("");
  });
});

it("gives each word of a table its box, and leaves out one without a place or a certainty", () => {
  const row = (word: string, left = "100", certainty = "90") =>
    `5\t1\t1\t1\t1\t1\t${left}\t20\t30\t10\t${certainty}\t${word}`;
  const table = [row("one"), row("lost", "x"), row("lost", "1", "?"), row("speck", "1", "3"), "5\t1", row("t\u2028wo")];
  expect(readOcrTable(table.join("\n"), 1000, 100)).toEqual({
    text: "one two",
    boxes: [1000, 2000, 300, 1000, 1000, 2000, 300, 1000],
    sure: 7,
    letters: 7,
  });
});
