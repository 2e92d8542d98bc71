import { writeZip } from "../../../protocol/workspaces/write-zip.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** A ZIP of texts by their paths. */
export async function zipTexts(texts: Readonly<Record<string, string>>): Promise<Bytes> {
  const encoder = new TextEncoder();
  const files = Object.entries(texts).map(([path, text]) => ({
    name: encoder.encode(path),
    modifiedAt: 0,
    bytes: encoder.encode(text),
  }));
  return new Uint8Array(await new Blob(writeZip(files)).arrayBuffer());
}

/** Two sheets with strings, numbers, a sum, dates and an empty cell. */
export function createWorkbook(): Promise<Bytes> {
  return zipTexts({
    "xl/workbook.xml": `<?xml version="1.0"?><workbook xmlns:r="r"><workbookPr/><sheets>
      <sheet name="Bills &amp; fees" sheetId="1" r:id="rId1"/><sheet name="Empty" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/>
      <Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy&quot; Uhr&quot;"/>
      <numFmt numFmtId="165" formatCode="0.00&quot; days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="20"/></cellXfs></styleSheet>`,
    "xl/sharedStrings.xml": `<sst><si><t>Item</t></si><si><r><t>Power</t></r><r><t xml:space="preserve"> bill</t></r></si>
      <si><t>東京</t><rPh><t>トウキョウ</t></rPh></si></sst>`,
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>
      <row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>Amount</t></is></c></row>
      <row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" s="1"><v>46146</v></c><c r="C2"><v>0.30000000000000004</v></c></row>
      <row r="3"><c r="A3" t="s"><v>2</v></c><c r="B3" s="2"><v>46146.604166666664</v></c><c r="C3" s="3"><v>12</v></c><c r="D3" s="4"><v>0.604166666666667</v></c></row>
      <row r="4"><c t="b"><v>1</v></c><c/><c t="str"><f>A1&amp;"x"</f><v>sum</v></c><c t="e"><v>#N/A</v></c></row>
      </sheetData></worksheet>`,
    "xl/worksheets/sheet2.xml": "<worksheet><sheetData/></worksheet>",
  });
}

/** Two chapters, named out of order and in a folder of their own. */
export function createBook(): Promise<Bytes> {
  return zipTexts({
    mimetype: "application/epub+zip",
    "META-INF/container.xml": `<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>`,
    "OEBPS/book.opf": `<package><metadata><dc:title>The Garden</dc:title></metadata><manifest>
      <item id="b" href="text/two.xhtml"/><item id="a" href="text/chapter%20one.xhtml"/></manifest>
      <spine><itemref idref="a"/><itemref idref="b"/><itemref idref="gone"/></spine></package>`,
    "OEBPS/text/chapter one.xhtml":
      "<html><head><title>no</title></head><body><h1>One</h1><p>Roses &amp; thyme.</p></body></html>",
    "OEBPS/text/two.xhtml": "<html><body><p>Winter came.</p></body></html>",
  });
}

export const CALENDAR = [
  "BEGIN:VCALENDAR",
  "BEGIN:VEVENT",
  "SUMMARY:Choir\\, spring concert",
  "DTSTART;TZID=Europe/Berlin:20260504T193000",
  "DTEND;TZID=Europe/Berlin:20260504T210000",
  "LOCATION:Old",
  "  hall",
  "RRULE:FREQ=WEEKLY;COUNT=3",
  "BEGIN:VALARM",
  "DESCRIPTION:not this",
  "END:VALARM",
  'ATTENDEE;CN="Ada; L":mailto:ada@example.org',
  "DESCRIPTION:Bring\\nwater",
  "END:VEVENT",
  "BEGIN:VEVENT",
  "SUMMARY:Dentist",
  "DTSTART;VALUE=DATE:20260301",
  "END:VEVENT",
  "END:VCALENDAR",
].join("\r\n");

export const MAIL = [
  "From: =?utf-8?B?SsO8cmdlbg==?= <j@example.org>",
  "To: Ada <ada@example.org>",
  "Date: Mon, 04 May 2026 10:00:00 +0200",
  "Subject: =?iso-8859-1?Q?Schl=FCssel?=",
  "MIME-Version: 1.0",
  'Content-Type: multipart/mixed; boundary="x"',
  "",
  "--x",
  "Content-Type: text/html; charset=iso-8859-1",
  "Content-Transfer-Encoding: quoted-printable",
  "",
  "<p>The key is =FCber der T=FCr.</p><script>alert(1)</script>",
  "--x",
  'Content-Type: application/pdf; name="lease.pdf"',
  'Content-Disposition: attachment; filename="lease.pdf"',
  "Content-Transfer-Encoding: base64",
  "",
  "JVBERi0xLjQ=",
  "--x--",
].join("\r\n");
