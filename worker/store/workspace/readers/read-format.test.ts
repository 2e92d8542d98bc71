import { describe, expect, it } from "vitest";
import { CALENDAR, createBook, createWorkbook, MAIL, zipTexts } from "./documents.fixture.ts";
import { type DocumentFormat, readFormat } from "./read-format.ts";

const WORD = `<w:document><w:body><w:p><w:r><w:t>Dear &amp; honoured</w:t></w:r><w:r><w:t xml:space="preserve"> guest</w:t></w:r></w:p>
<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Rent</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>940</w:t></w:r></w:p></w:tc></w:tr></w:tbl></w:body></w:document>`;

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

async function createSamples(): Promise<readonly (readonly [DocumentFormat, Uint8Array<ArrayBuffer>])[]> {
  return [
    ["docx", await zipTexts({ "word/document.xml": WORD })],
    ["xlsx", await createWorkbook()],
    ["epub", await createBook()],
    ["ics", toBytes(CALENDAR)],
    ["eml", toBytes(MAIL)],
  ];
}

async function readSample(format: DocumentFormat): Promise<string> {
  const bytes = (await createSamples()).find(([each]) => each === format)?.[1] ?? toBytes("");
  const read = await readFormat(format, bytes, 10_000);
  return read.type === "text" ? read.text : read.reason;
}

describe("a document's text", () => {
  it("is paragraphs and tables of a Word document", async () => {
    expect(await readSample("docx")).toBe("Dear & honoured guest\nRent\t940");
  });

  it("is the sheets of a workbook, with dates as dates and figures as they are shown", async () => {
    expect((await readSample("xlsx")).replaceAll("\t", "|")).toBe(
      "Bills & fees\nItem||Amount\nPower bill|2026-05-04|0.3\n東京|2026-05-04 14:30|12|14:30\nTRUE||sum|#N/A",
    );
  });

  it("is the chapters of a book, in their order", async () => {
    expect(await readSample("epub")).toBe("The Garden\n\nOne\n\nRoses & thyme.\n\nWinter came.");
  });

  it("is the entries of a calendar, the earliest first", async () => {
    expect(await readSample("ics")).toBe(
      "Dentist\nBegins: 2026-03-01\n\nChoir, spring concert\nBegins: 2026-05-04 19:30 Europe/Berlin\n" +
        "Ends: 2026-05-04 21:00 Europe/Berlin\nWhere: Old hall\nRepeats: freq weekly, count 3\nWith: Ada; L\n" +
        "Notes: Bring\nwater",
    );
  });

  it("is the head and the words of a mail, without its scripts", async () => {
    expect(await readSample("eml")).toBe(
      "From: Jürgen <j@example.org>\nTo: Ada <ada@example.org>\nDate: 2026-05-04T08:00:00.000Z\nSubject: Schlüssel\n" +
        "Attached: lease.pdf\n\nThe key is über der Tür.",
    );
  });

  it("is never longer than asked for", async () => {
    for (const [format, bytes] of await createSamples()) {
      const read = await readFormat(format, bytes, 5);
      expect(read.type === "text" ? read.text.length : 0, format).toBeLessThanOrEqual(5);
    }
  });
});

describe("a document that is broken", () => {
  it("comes as a refusal, whatever is wrong with it", async () => {
    const none = { type: "unreadable", reason: "broken" };
    for (const [format] of await createSamples()) {
      for (const bytes of [new Uint8Array(10), toBytes("PK\u0003\u0004"), await zipTexts({ "other.xml": "<a/>" })]) {
        expect(await readFormat(format, bytes, 1000), format).toEqual(none);
      }
    }
    const empty = { type: "unreadable", reason: "no-text" };
    expect(await readFormat("docx", await zipTexts({ "word/document.xml": "<w:document/>" }), 1000)).toEqual(empty);
    expect(await readFormat("ics", toBytes("BEGIN:VCALENDAR\nEND:VCALENDAR"), 1000)).toEqual(empty);
  });

  it("neither throws nor hangs in 1,500 mutations", async () => {
    const started = performance.now();
    for (const [format, whole] of await createSamples()) {
      for (let seed = 0; seed < 300; seed += 1) {
        const bytes = whole.slice();
        for (let at = seed % 7; at < bytes.length; at += 13 + ((seed * 7) % 211)) {
          bytes[at] = (bytes[at] ?? 0) ^ (1 << (seed % 8));
        }
        const read = await readFormat(format, bytes.slice(0, bytes.length - (seed % 50)), 100_000);
        expect(["text", "unreadable"]).toContain(read.type);
      }
    }
    expect(performance.now() - started).toBeLessThan(30_000);
  });

  it.each([
    ["<w:t ".repeat(400_000), "docx", "word/document.xml"],
    ["<c><v>".repeat(300_000), "xlsx", "xl/worksheets/sheet1.xml"],
    ['<c r="XFD1"><v>1</v></c></row>'.repeat(50_000), "xlsx", "xl/worksheets/sheet1.xml"],
    ["<si>".repeat(500_000), "xlsx", "xl/sharedStrings.xml"],
    ["<![CDATA[".repeat(200_000), "docx", "word/document.xml"],
    ['<row><c r="ALK1"/></row>'.repeat(200_000), "xlsx", "xl/worksheets/sheet1.xml"],
  ] as const)("takes no time where it was made to: %#", async (text, format, path) => {
    const started = performance.now();
    const workbook = {
      "xl/workbook.xml": '<workbook><sheet name="a" r:id="1"/></workbook>',
      "xl/_rels/workbook.xml.rels": '<Relationship Id="1" Target="worksheets/sheet1.xml"/>',
    };
    await readFormat(format, await zipTexts({ ...workbook, [path]: text }), 100_000);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it("of a book has each of its chapters once, however often it is listed", async () => {
    const bytes = await zipTexts({
      "META-INF/container.xml": '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
      "book.opf": `<package><manifest><item id="a" href="a.xhtml"/></manifest><spine>${'<itemref idref="a"/>'.repeat(300_000)}</spine></package>`,
      "a.xhtml": "<p>Once</p>",
    });
    expect(await readFormat("epub", bytes, 5_000_000)).toEqual({ type: "text", text: "Once" });
  });

  it.each([
    ["BEGIN:VCALENDAR\nBEGIN:VEVENT\nX".padEnd(400_000, ";a"), "ics"],
    ["BEGIN:VCALENDAR\nBEGIN:VEVENT\nX".padEnd(400_000, ';"'), "ics"],
    ["Subject: =?utf-8?Q?".padEnd(400_000, "=?utf-8?Q?"), "eml"],
    ["From: ".padEnd(150_000, "a <"), "eml"],
    ['Subject: a\nContent-Type: multipart/mixed; boundary="x"\n\n'.padEnd(400_000, "--x\n\n"), "eml"],
    ['Subject: a\nContent-Type: multipart/mixed; boundary="x"\n\n'.padEnd(25_000, "--x\n\n"), "eml"],
    ["Subject: a\nContent-Type: text/html\n\n".padEnd(400_000, "<td <"), "eml"],
    ["Subject: a\n\n".padEnd(2_000_000, "\n"), "eml"],
  ] as const)("takes no time as text either: %#", async (text, format) => {
    const started = performance.now();
    await readFormat(format, toBytes(text), 100_000);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

describe("while a document is read", () => {
  it("everything else in the worker goes on", async () => {
    const bytes = await zipTexts({ "word/document.xml": "<w:t>a&amp;b</w:t>".repeat(400_000) });
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 0);
    expect(await readFormat("docx", bytes, 5_000_000)).toMatchObject({ type: "text" });
    clearInterval(timer);
    // Read in one go there are two or three.
    expect(turns).toBeGreaterThan(20);
  });

  it("a long text is cut between its letters, never in one", async () => {
    const text = "&amp;&#8364;x".repeat(20_000);
    const read = await readFormat("docx", await zipTexts({ "word/document.xml": `<w:t>${text}</w:t>` }), 100_000);
    expect(read).toEqual({ type: "text", text: "&€x".repeat(20_000) });
  });

  it("a mail keeps its text and its attachments' names, not what those are packed into", async () => {
    const packed = `${"QUJD".repeat(19)}\n`.repeat(200_000);
    const part = (name: string) =>
      `--x\nContent-Disposition: attachment; filename=${name}\nContent-Transfer-Encoding: base64\n\n${packed}`;
    const mail = `From: a@b.c\nSubject: Trip\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nSee you.\n${part("a.png")}${part("b.png")}--x--\n`;
    const read = await readFormat("eml", toBytes(mail), 100_000);
    expect(read).toMatchObject({ text: expect.stringContaining("Attached: a.png, b.png") });
    expect(read).toMatchObject({ text: expect.stringContaining("See you.") });
  });
});
