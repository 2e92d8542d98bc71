import { describe, expect, it } from "vitest";
import { toXlsx } from "./to-xlsx.ts";

/** The sheet of a workbook: its parts are stored as they are. */
async function readSheet(columns: readonly string[], rows: Parameters<typeof toXlsx>[1]): Promise<string> {
  const text = await new Blob(toXlsx(columns, rows, 0)).text();
  return /<sheetData>.*<\/sheetData>/s.exec(text)?.[0] ?? "";
}

describe("rows as an Excel workbook", () => {
  it("have numbers, texts, days, yes or no, and empty cells", async () => {
    const sheet = await readSheet(
      ["a & b", "n"],
      [
        ["x < y", 1.5],
        ["2026-03-05", null],
        [true, "12.10"],
      ],
    );
    expect(sheet).toContain('<c t="inlineStr" s="2"><is><t xml:space="preserve">a &amp; b</t></is></c>');
    expect(sheet).toContain("x &lt; y");
    expect(sheet).toContain(
      '<c><v>1.5</v></c></row><row><c s="1"><v>46086</v></c><c/></row><row><c t="b"><v>1</v></c>',
    );
    expect(sheet).toContain('<t xml:space="preserve">12.10</t>');
  });

  it("keep what looks like a formula, a day that is none and a character's number as texts", async () => {
    const sheet = await readSheet(["t"], [["=1+1"], ["2026-02-30"], ["_x0041_"], ["1900-01-01"]]);
    for (const text of ["=1+1", "2026-02-30", "_x005F_x0041_", "1900-01-01"]) {
      expect(sheet).toContain(`<t xml:space="preserve">${text}</t>`);
    }
    expect(sheet).not.toContain("<f>");
  });

  it("hold no character that XML forbids, and no more than a cell may", async () => {
    const sheet = await readSheet(["t"], [["a\u0000b\ud800c\ttab\r\n"], ["x".repeat(40_000)]]);
    expect(sheet).toContain("a\ufffdb\ufffdc\ttab\n");
    expect(/x{100,}/.exec(sheet)?.[0]).toHaveLength(32_767);
  });
});
