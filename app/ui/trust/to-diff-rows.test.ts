import { describe, expect, it } from "vitest";
import { type DiffRow, toDiffRows } from "./to-diff-rows.ts";

/** Rows as a reader would write them down, changed words in brackets. */
function write(rows: readonly DiffRow[]): readonly string[] {
  const signs = { same: " ", removed: "-", added: "+" };
  return rows.map((row) =>
    row.type === "skipped"
      ? `~${row.lines}`
      : signs[row.type] + row.parts.map(({ text, changed }) => (changed ? `[${text}]` : text)).join(""),
  );
}

describe("a comparison", () => {
  it("shows a new text as added and one that goes as removed", () => {
    expect(write(toDiffRows(null, "one\ntwo"))).toEqual(["+one", "+two"]);
    expect(write(toDiffRows("one", null))).toEqual(["-one"]);
  });

  it("marks the words that differ in a changed line", () => {
    expect(write(toDiffRows("The ferry leaves at 7:40.", "The ferry leaves at 8:00."))).toEqual([
      "-The ferry leaves at [7]:[40].",
      "+The ferry leaves at [8]:[00].",
    ]);
  });

  it("does not mark words where nothing is the same", () => {
    expect(write(toDiffRows("Blue", "Green"))).toEqual(["-Blue", "+Green"]);
  });

  it("leaves out long stretches that are the same, and says how many lines", () => {
    const lines = Array.from({ length: 12 }, (_, index) => `line ${index}`);
    const changed = lines.with(6, "another");
    expect(write(toDiffRows(lines.join("\n"), changed.join("\n")))).toEqual([
      "~4",
      " line 4",
      " line 5",
      "-line 6",
      "+another",
      " line 7",
      " line 8",
      "~3",
    ]);
  });

  it("of two long and different texts ends soon", () => {
    const text = (seed: number) => Array.from({ length: 4000 }, (_, index) => String((index * seed) % 9973)).join("\n");
    const startedAt = performance.now();
    expect(toDiffRows(text(7), text(31)).length).toBeGreaterThan(1000);
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });
});
