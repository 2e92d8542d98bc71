import { bytesToHex } from "@noble/hashes/utils.js";

/** Stands where a secret was. */
export const HIDDEN = "[secret]";

/** A shorter value is in too many words to be told apart, and nobody's secret. */
const MIN_LENGTH = 4;
/** Letters of an encoded value that no other text has by chance. */
const MIN_ENCODED = 6;

/**
 * Makes what hides secrets in texts, wherever a service sends them back: as they are, in JSON, in addresses, in hexadecimal digits
 * and in base64, there also with other bytes around them.
 */
export function createSecretHider(secrets: Iterable<string>): (text: string) => string {
  const written = [...secrets].filter(({ length }) => length >= MIN_LENGTH).flatMap(listWritten);
  const longestFirst = [...new Set(written)].sort((one, other) => other.length - one.length);
  if (longestFirst.length === 0) return (text) => text;
  const escaped = longestFirst.map((each) => each.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  const pattern = new RegExp(escaped.join("|"), "giu");
  return (text) => text.replaceAll(pattern, HIDDEN);
}

function listWritten(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret);
  const encoded = [bytesToHex(bytes), ...[0, 1, 2].flatMap((before) => toBase64(bytes, before))];
  const plain = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), encodeURI(secret)];
  return [...plain, ...encoded.filter(({ length }) => length >= MIN_ENCODED)];
}

/** The letters of base64 that these bytes alone decide about, with so many other bytes before them. */
function toBase64(bytes: Uint8Array, before: number): readonly string[] {
  const length = before + bytes.length;
  const letters = btoa(`${"\0".repeat(before)}${String.fromCharCode(...bytes)}`);
  const own = letters.slice(Math.ceil((before * 8) / 6), Math.floor((length * 8) / 6));
  return [own, own.replaceAll("+", "-").replaceAll("/", "_")];
}
