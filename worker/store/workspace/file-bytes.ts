import { bytesToHex } from "@noble/hashes/utils.js";
import { attempt } from "../../protocol/attempt.ts";

/** A file's text, if its bytes are UTF-8 and no other text is; a mark at its beginning is kept. */
export function decodeExact(bytes: Uint8Array<ArrayBuffer>): string | null {
  const text = attempt(() => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  return text?.includes("\u0000") === true ? null : text;
}

/** A file's text to be read: UTF-8, UTF-16 with its mark, or else what Windows wrote in the West. */
export function decodeText(bytes: Uint8Array<ArrayBuffer>): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const exact = decodeExact(bytes);
  if (exact !== null) return exact.replace(/^\ufeff/, "");
  return isBinary(bytes) ? null : new TextDecoder("windows-1252").decode(bytes);
}

/** Controls that no text has. */
function isBinary(bytes: Uint8Array<ArrayBuffer>): boolean {
  return bytes.subarray(0, 65_536).some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 12);
}

/** SHA-256 as hexadecimal digits. */
export async function toHash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return bytesToHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}
