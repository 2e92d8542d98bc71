import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CellSplitter, splitCells } from "./cell-splitter.ts";

function splitPieces(pieces: readonly string[]): readonly (readonly string[])[] {
  const rows: (readonly string[])[] = [];
  const splitter = new CellSplitter(",", (cells) => rows.push([...cells]));
  for (const piece of pieces) splitter.push(piece);
  splitter.end();
  return rows;
}

describe("cutting a text into cells", () => {
  it.each([
    [
      "a,b\nc,d",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "a,b\r\nc,d\r\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      '"a,1","b ""quoted""\nline"\nc,',
      [
        ["a,1", 'b "quoted"\nline'],
        ["c", ""],
      ],
    ],
    ['  "a"b,c"d"', [["ab", 'c"d"']]],
    ["\n,\n", [[""], ["", ""]]],
    ['"open,\n', [["open,\n"]]],
  ])("reads %j", (text, rows) => {
    expect(splitCells(text, ",")).toEqual(rows);
  });

  it("gives the same rows wherever the pieces end", async () => {
    const text = fc.array(fc.constantFrom("a", "1", ",", '"', "\n", "\r", " ", "\r\n", '""', "ß"), { maxLength: 40 });
    await fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 7 }), (signs, length) => {
        const whole = signs.join("");
        const pieces = whole.match(new RegExp(`[^]{1,${length}}`, "g")) ?? [];
        expect(splitPieces(pieces)).toEqual(splitCells(whole, ","));
      }),
      { numRuns: 2000 },
    );
  });

  it("writes what it reads", async () => {
    const cells = fc.array(fc.array(fc.string(), { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.property(cells, (rows) => {
        const text = rows.map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(",")).join("\n");
        expect(splitCells(text, ",")).toEqual(rows);
      }),
    );
  });
});
