import PostalMime, { type Address } from "postal-mime";
import { toPlainText } from "./to-plain-text.ts";

/** Messages in messages in messages; nobody sends more. */
const MAX_DEPTH = 20;
const MAX_HEADER_BYTES = 200_000;
/** The parser's time grows with the square of the parts (postal-mime 4.0). */
const MAX_PARTS = 5000;

/** The text of an e-mail: who wrote to whom, when and about what, then what was written and what was attached. */
export async function readEml(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
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

/** Lines that may begin a part. */
function countParts(bytes: Uint8Array<ArrayBuffer>): number {
  const [lineEnd, dash] = [10, 45];
  let count = 0;
  for (let at = bytes.indexOf(dash); at >= 0; at = bytes.indexOf(dash, at + 1)) {
    if (bytes[at + 1] === dash && (at === 0 || bytes[at - 1] === lineEnd)) count += 1;
  }
  return count;
}

function toNames(addresses: readonly Address[]): string {
  return addresses
    .map(({ name, address }) => (address === undefined || address === name ? name : `${name} <${address}>`.trim()))
    .join(", ");
}
