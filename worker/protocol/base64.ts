// This room compiles without a platform library; both threads have these (https://html.spec.whatwg.org/#atob).
declare const btoa: (text: string) => string;
declare const atob: (text: string) => string;

/** So many bytes at once become a string: a call takes a bounded number of arguments. */
const PIECE = 0x6000;

/** Bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  let text = "";
  // A piece is a multiple of three bytes, so that only the last one is padded.
  for (let at = 0; at < bytes.length; at += PIECE) text += btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE)));
  return text;
}

/** The bytes of a base64 text. Throws for what is none. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
