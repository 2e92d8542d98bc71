import { openZip } from "./open-zip.ts";
import { readXml, type XmlPart } from "./read-xml.ts";

/** The text of a Word document: paragraphs on lines of their own, the cells of a table with tabs between them. */
export async function readDocx(bytes: Uint8Array<ArrayBuffer>, maxCharacters: number): Promise<string | null> {
  const zip = await openZip(new Blob([bytes]));
  const xml = await zip.readText("word/document.xml");
  return xml === null ? null : await toText(xml, maxCharacters);
}

const CELL_END = "\u0000";
const BREAKS: ReadonlyMap<string, string> = new Map([
  ["tab", "\t"],
  ["br", "\n"],
  ["cr", "\n"],
]);

/** Bounded as it is collected: a tag is a piece, and a small file has millions. */
async function toText(xml: string, maxCharacters: number): Promise<string> {
  let text = "";
  let inText = false;
  const take = (part: XmlPart): void => {
    if (part.type === "text") text += inText ? part.text : "";
    else if (part.name === "t") inText = part.type === "open";
    else if (part.type === "open") text += BREAKS.get(part.name) ?? "";
    else if (part.name === "p") text += "\n";
    else if (part.name === "tc") text += CELL_END;
  };
  await readXml(xml, take, () => text.length > maxCharacters);
  return text.slice(0, maxCharacters).replaceAll(`\n${CELL_END}`, "\t").replaceAll(CELL_END, "\t");
}
