import { expect, it } from "vitest";
import { writeZip } from "../../../store/workspace/write-zip.ts";
import { readDocx } from "./read-docx.ts";

const XML = `<w:document><w:body><w:p><w:r><w:t>Dear &amp; honoured</w:t></w:r><w:r><w:t xml:space="preserve"> guest</w:t></w:r></w:p>
<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Rent</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>940</w:t></w:r></w:p></w:tc></w:tr></w:tbl></w:body></w:document>`;

async function toDocx(xml: string, path = "word/document.xml"): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(xml);
  return new Uint8Array(await writeZip([{ path, modifiedAt: 0, bytes }]).arrayBuffer());
}

it("reads paragraphs and tables of a Word document", async () => {
  expect(await readDocx(await toDocx(XML))).toEqual({ type: "text", text: "Dear & honoured guest\nRent\t940" });
});

it("says so of one that is broken, empty or something else", async () => {
  const whole = await toDocx(XML);
  expect(await readDocx(await toDocx(XML, "other.xml"))).toEqual({ type: "unreadable", reason: "broken" });
  expect(await readDocx(await toDocx("<w:document/>"))).toEqual({ type: "unreadable", reason: "no-text" });
  expect(await readDocx(new Uint8Array(10))).toEqual({ type: "unreadable", reason: "broken" });
  for (let seed = 0; seed < 300; seed += 1) {
    const bytes = whole.slice();
    for (let at = seed % 7; at < bytes.length; at += 13 + (seed % 11)) bytes[at] = (bytes[at] ?? 0) ^ (1 << (seed % 8));
    expect(["text", "unreadable"]).toContain((await readDocx(bytes.slice(0, bytes.length - (seed % 50)))).type);
  }
});
