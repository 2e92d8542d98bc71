import PostalMime, { type Address } from "postal-mime";
import { toPlainText } from "./to-plain-text.ts";

/** Messages in messages in messages; nobody sends more. */
const MAX_DEPTH = 6;
const MAX_HEADER_BYTES = 200_000;
/** The parser's time grows with the square of the parts (postal-mime 4.0). */
const MAX_PARTS = 5000;
/** Lines and bytes that are read of a mail; the parser keeps more than a kilobyte for each line. */
const MAX_LINES = 40_000;
const MAX_BYTES = 5_000_000;
/** Bytes that are read of what is packed for sending: some texts are, and all attachments. */
const MAX_PACKED_BYTES = 5_000_000;
const MIN_PACKED_LINE = 60;
const [LINE_FEED, RETURN, DASH] = [10, 13, 45];

/** The text of an e-mail: who wrote to whom, when and about what, then what was written and what was attached. */
export async function readEml(whole: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const bytes = shorten(whole);
  if (countParts(bytes) > MAX_PARTS) return null;
  const mail = await PostalMime.parse(bytes, { maxNestingDepth: MAX_DEPTH, maxHeadersSize: MAX_HEADER_BYTES });
  if (mail.headers.length === 0 || (mail.from === undefined && mail.subject === undefined)) return null;
  const names = mail.attachments.flatMap(({ filename }) => filename ?? []);
  const lines = [
    ["From", toNames(mail.from === undefined ? [] : [mail.from])],
    ["To", toNames(mail.to ?? [])],
    ["Cc", toNames(mail.cc ?? [])],
    ["Date", mail.date ?? ""],
    ["Subject", mail.subject ?? ""],
    ["Attached", names.join(", ")],
  ].flatMap(([label, value]) => (value === "" ? [] : [`${label}: ${value}`]));
  const body = mail.text?.trim() || toPlainText(mail.html ?? "");
  return `${lines.join("\n")}\n\n${body}`;
}

/** A mail without most of what its attachments are packed into, and without the end of what nobody reads to its end. */
function shorten(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const kept = new Uint8Array(bytes.length);
  let length = 0;
  let lines = 0;
  let left = MAX_BYTES;
  let packedLeft = MAX_PACKED_BYTES;
  for (let at = 0; at < bytes.length && lines < MAX_LINES && left > 0; ) {
    const found = bytes.indexOf(LINE_FEED, at);
    const line = bytes.subarray(at, found < 0 ? bytes.length : found + 1);
    at += line.length;
    const isPacked = isPackedLine(line);
    if (isPacked && line.length > packedLeft) continue;
    const taken = isPacked ? line : line.subarray(0, left);
    kept.set(taken, length);
    length += taken.length;
    if (isPacked) packedLeft -= taken.length;
    else {
      lines += 1;
      left -= taken.length;
    }
  }
  return kept.subarray(0, length);
}

/** True for a line of base64, as attachments have them. */
function isPackedLine(line: Uint8Array): boolean {
  if (line.length < MIN_PACKED_LINE) return false;
  return line.every((byte) => {
    const isLetter = (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122);
    // The digits after a slash, a plus, an equals sign, and the line's end.
    return (
      isLetter || (byte >= 47 && byte <= 57) || byte === 43 || byte === 61 || byte === LINE_FEED || byte === RETURN
    );
  });
}

/** Lines that may begin a part. */
function countParts(bytes: Uint8Array<ArrayBuffer>): number {
  let count = 0;
  for (let at = bytes.indexOf(DASH); at >= 0; at = bytes.indexOf(DASH, at + 1)) {
    if (bytes[at + 1] === DASH && (at === 0 || bytes[at - 1] === LINE_FEED)) count += 1;
  }
  return count;
}

function toNames(addresses: readonly Address[]): string {
  return addresses
    .map(({ name, address }) => (address === undefined || address === name ? name : `${name} <${address}>`.trim()))
    .join(", ");
}
