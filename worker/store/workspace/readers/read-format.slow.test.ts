import { describe, expect, it } from "vitest";
import { zipTexts } from "./documents.fixture.ts";
import { readFormat } from "./read-format.ts";

describe("a document that was made to do harm", () => {
  it.each([
    ["one text of 40 MB", async () => ({ "word/document.xml": `<w:t>${"a&b".padEnd(40_000_000, "x&amp;")}</w:t>` })],
    ["4 million tags", async () => ({ "word/document.xml": "<a/>".repeat(4_000_000) })],
  ] as const)("of Word takes neither the worker nor its memory: %s", async (_, make) => {
    const bytes = await zipTexts(await make());
    expect(await measureBlocked(() => readFormat("docx", bytes, 5_000_000))).toBeLessThan(2_000);
  });

  it.each([
    ["1,000 cells of one string of 20 MB", 1, '<row><c t="s"><v>0</v></c></row>'.repeat(1_000)],
    ["60,000 sheets of one file", 60_000, '<row><c t="s"><v>0</v></c></row>'],
  ])("of Excel takes neither the worker nor its memory: %s", async (_, sheets, rows) => {
    const bytes = await zipTexts({
      "xl/workbook.xml": `<workbook>${'<sheet name="a" r:id="1"/>'.repeat(sheets)}</workbook>`,
      "xl/_rels/workbook.xml.rels": '<Relationship Id="1" Target="worksheets/sheet1.xml"/>',
      "xl/sharedStrings.xml": `<sst><si><t>${"x".repeat(20_000_000)}</t></si></sst>`,
      "xl/worksheets/sheet1.xml": rows,
    });
    expect(await measureBlocked(() => readFormat("xlsx", bytes, 5_000_000))).toBeLessThan(2_000);
  });
});

/** The longest time that other work of the thread waited for some work, in milliseconds. */
async function measureBlocked(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const note = (): void => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  };
  const timer = setInterval(note, 1);
  await work();
  note();
  clearInterval(timer);
  return longest;
}
