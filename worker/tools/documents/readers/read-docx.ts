import { decodeXmlEntities } from "../../../protocol/workspaces/decode-entities.ts";
import type { FileText } from "../../../protocol/workspaces/workspace.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const DEFLATED = 8;
/** Text that one document may unpack to, in bytes. */
const MAX_UNPACKED = 50_000_000;

/** The text of a Word document: paragraphs on lines of their own, the cells of a table with tabs between them. */
export async function readDocx(bytes: Bytes): Promise<FileText> {
  try {
    const xml = await unpackEntry(bytes, "word/document.xml");
    if (xml === null) return { type: "unreadable", reason: "broken" };
    const text = toText(new TextDecoder().decode(xml));
    return text === "" ? { type: "unreadable", reason: "no-text" } : { type: "text", text };
  } catch {
    return { type: "unreadable", reason: "broken" };
  }
}

/** One file of a ZIP, found by its directory; null if there is none of that name. */
async function unpackEntry(bytes: Bytes, name: string): Promise<Bytes | null> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0 && view.getUint32(at, true) === DIRECTORY_ENTRY; left -= 1) {
    const nameLength = view.getUint16(at + 28, true);
    const entryName = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    if (entryName === name) return await unpack(bytes, view, at);
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return null;
}

/** Where the ZIP's last record begins; a comment may follow it. */
function findEnd(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at -= 1) {
    if (view.getUint32(at, true) === END_OF_DIRECTORY) return at;
  }
  throw new RangeError("no ZIP");
}

async function unpack(bytes: Bytes, view: DataView, entry: number): Promise<Bytes> {
  const length = view.getUint32(entry + 20, true);
  const local = view.getUint32(entry + 42, true);
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const packed = bytes.subarray(start, start + length);
  if (view.getUint16(entry + 10, true) !== DEFLATED) return packed;
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts: Bytes[] = [];
  let unpacked = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parts.push(read.value);
    unpacked += read.value.length;
    if (unpacked > MAX_UNPACKED) throw new RangeError("too much text");
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function toText(xml: string): string {
  const pieces: string[] = [];
  for (const [whole, letters] of xml.matchAll(
    /<w:t(?:\s[^>]*)?>([^<]*)<\/w:t>|<w:(?:tab|br|cr)\b[^>]*\/>|<\/w:(?:p|tc)>/g,
  )) {
    if (letters !== undefined) pieces.push(letters);
    else if (whole.startsWith("<w:tab")) pieces.push("\t");
    else if (whole === "</w:tc>") pieces.push("\u0000");
    else pieces.push("\n");
  }
  const text = pieces.join("").replaceAll("\n\u0000", "\t").replaceAll("\u0000", "\t");
  return decodeXmlEntities(text)
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
