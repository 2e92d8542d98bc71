import { openZip } from "./open-zip.ts";
import { readXml } from "./read-xml.ts";

/** The text of a Word document: paragraphs on lines of their own, the cells of a table with tabs between them. */
export async function readDocx(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const xml = await openZip(bytes).readText("word/document.xml");
  return xml === null ? null : await toText(xml);
}

const CELL_END = "\u0000";
const BREAKS: ReadonlyMap<string, string> = new Map([
  ["tab", "\t"],
  ["br", "\n"],
  ["cr", "\n"],
]);

async function toText(xml: string): Promise<string> {
  const pieces: string[] = [];
  let inText = false;
  for await (const parts of readXml(xml)) {
    for (const part of parts) {
      if (part.type === "text") {
        if (inText) pieces.push(part.text);
        continue;
      }
      if (part.name === "t") inText = part.type === "open";
      else if (part.type === "open") pieces.push(BREAKS.get(part.name) ?? "");
      else if (part.name === "p") pieces.push("\n");
      else if (part.name === "tc") pieces.push(CELL_END);
    }
  }
  return pieces.join("").replaceAll(`\n${CELL_END}`, "\t").replaceAll(CELL_END, "\t");
}
