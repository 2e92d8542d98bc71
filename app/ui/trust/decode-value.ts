import { attempt } from "../../../worker/protocol/attempt.ts";

/** Readable text inside an encoded one (base64, hexadecimal, percent signs), or null. Encodings in encodings are undone too. */
export function decodeValue(text: string): string | null {
  let decoded: string | null = null;
  for (let layer = 0; layer < MAX_LAYERS; layer += 1) {
    const next = decodeOnce((decoded ?? text).trim());
    if (next === null) return decoded;
    decoded = next;
  }
  return decoded;
}

const MAX_LAYERS = 5;
/** Shorter texts are words, not messages in code. */
const MIN_LENGTH = 8;

function decodeOnce(text: string): string | null {
  if (text.length < MIN_LENGTH) return null;
  if (/%[0-9a-f]{2}/iu.test(text)) {
    const decoded = attempt(() => decodeURIComponent(text.replace(/\+/gu, " ")));
    if (decoded !== null && decoded !== text) return decoded;
  }
  if (/^(?:[0-9a-f]{2})+$/iu.test(text)) {
    return toText(Uint8Array.from(text.match(/../gu) ?? [], (pair) => Number.parseInt(pair, 16)));
  }
  const compact = text.replace(/\s/gu, "");
  if (/^[A-Za-z0-9+/_-]+={0,2}$/u.test(compact) && compact.length % 4 !== 1) {
    const plain = compact.replace(/-/gu, "+").replace(/_/gu, "/");
    const binary = attempt(() => atob(plain));
    return binary === null ? null : toText(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
  }
  return null;
}

/** UTF-8 that a human can read. */
function toText(bytes: Uint8Array): string | null {
  const text = attempt(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  return text === null || text === "" || /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/u.test(text) ? null : text;
}
