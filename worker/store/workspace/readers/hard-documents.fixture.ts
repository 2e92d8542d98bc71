import { deflateRawSync } from "node:zlib";
import type { DocumentFormat } from "./read-format.ts";

/** A small file that unpacks to much. */
interface HardDocument {
  readonly format: DocumentFormat;
  readonly make: () => Buffer;
}

const CELLS = (count: number) => '<row><c t="s"><v>0</v></c></row>'.repeat(count);

/** Documents of a few kilobytes that were made to fill the memory or to hold the worker, by what they are. */
export const HARD_DOCUMENTS: Readonly<Record<string, HardDocument>> = {
  "a Word file of one text of 49 MB": {
    format: "docx",
    make: () => zipPacked({ "word/document.xml": `<w:t>${"a&b".padEnd(49_000_000, "x")}</w:t>` }),
  },
  "a Word file of 12 million tags": {
    format: "docx",
    make: () => zipPacked({ "word/document.xml": "<a/>".repeat(12_000_000) }),
  },
  "a sheet of 1,000 cells of one string of 20 MB": {
    format: "xlsx",
    make: () => zipPacked(toWorkbook(1, CELLS(1_000), 20_000_000)),
  },
  "a sheet of 100 cells of one string of 5 MB": {
    format: "xlsx",
    make: () => zipPacked(toWorkbook(1, CELLS(100), 5_000_000)),
  },
  "a workbook of 60,000 sheets of one file": {
    format: "xlsx",
    make: () => zipPacked(toWorkbook(60_000, CELLS(1), 1_000_000)),
  },
  "a book of 300,000 times one chapter": {
    format: "epub",
    make: () =>
      zipPacked({
        "META-INF/container.xml": '<container><rootfile full-path="book.opf"/></container>',
        "book.opf": `<package><manifest><item id="a" href="a.html"/></manifest><spine>${'<itemref idref="a"/>'.repeat(300_000)}</spine></package>`,
        "a.html": `<p>${"word ".repeat(100_000)}</p>`,
      }),
  },
  "a calendar of 5 MB in one line": {
    format: "ics",
    make: () =>
      Buffer.from(`BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:${"x".repeat(4_900_000)}\nEND:VEVENT\nEND:VCALENDAR\n`),
  },
  "a mail of 100,000 parts": {
    format: "eml",
    make: () =>
      Buffer.from(
        `Content-Type: multipart/mixed; boundary=b\n\n${"--b\nContent-Type: text/plain\n\na\n".repeat(100_000)}--b--\n`,
      ),
  },
};

function toWorkbook(sheets: number, rows: string, characters: number): Readonly<Record<string, string>> {
  return {
    "xl/workbook.xml": `<workbook>${'<sheet name="a" r:id="1"/>'.repeat(sheets)}</workbook>`,
    "xl/_rels/workbook.xml.rels": '<Relationship Id="1" Target="worksheets/sheet1.xml"/>',
    "xl/sharedStrings.xml": `<sst><si><t>${"x".repeat(characters)}</t></si></sst>`,
    "xl/worksheets/sheet1.xml": rows,
  };
}

/** A ZIP whose texts are deflated, with the fields that a reader needs (APPNOTE 6.3.10). */
function zipPacked(texts: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  for (const [path, text] of Object.entries(texts)) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(text);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(Buffer.byteLength(text), 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(Buffer.concat(parts).length, 42);
    parts.push(local, name, packed);
    directory.push(entry, name);
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(Object.keys(texts).length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(Buffer.concat(parts).length, 16);
  return Buffer.concat([...parts, ...directory, end]);
}
