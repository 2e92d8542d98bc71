import { describe, expect, it } from "vitest";
import { decodeGrowing } from "./decode-growing.ts";

/** A vocabulary of bytes and of words, as byte-level tokenizers have; the first token's space is dropped as by some. */
const WORDS = [" the", " ferry", " leaves", ".", "\n", " at", " 7:40", " Grüße", " 船", "🛥️", " -"];
const FIRST_BYTE = 1000;

function createTokenizer() {
  let decoded = 0;
  const decode = (ids: Int32Array): string => {
    decoded += ids.length;
    const bytes = [...ids].flatMap((id) =>
      id >= FIRST_BYTE ? [id - FIRST_BYTE] : [...new TextEncoder().encode(WORDS[id])],
    );
    return new TextDecoder().decode(Uint8Array.from(bytes)).replace(/^ /u, "");
  };
  return { decode, decoded: () => decoded };
}

function toBytes(text: string): number[] {
  return [...new TextEncoder().encode(text)].map((byte) => byte + FIRST_BYTE);
}

/** Words and characters cut into bytes, some of which never become a character. */
function createIds(count: number, seed: number): number[] {
  const ids: number[] = [];
  let state = seed;
  while (ids.length < count) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const kind = state % 13;
    if (kind === 11) ids.push(...toBytes("ü船🛥️"));
    else if (kind === 12) ids.push(...toBytes("🛥️").slice(0, 1 + (state % 3)));
    else ids.push(kind);
  }
  return ids.slice(0, count);
}

describe("decoding a reply that grows", () => {
  it("gives at each token what decoding the whole reply gives", () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const { decode } = createTokenizer();
      const growing = decodeGrowing(decode);
      const ids = createIds(120, seed);
      for (let length = 1; length <= ids.length; length += 1) {
        const part = Int32Array.from(ids.slice(0, length));
        expect(growing(part)).toBe(decode(part));
      }
    }
  });

  it("hands the tokenizer a bounded number of tokens for each new one", () => {
    const { decode, decoded } = createTokenizer();
    const growing = decodeGrowing(decode);
    const ids = Array.from({ length: 3600 }, (_, at) => at % WORDS.length);
    for (let length = 1; length <= ids.length; length += 1) growing(Int32Array.from(ids.slice(0, length)));
    // The whole reply at each token would be 6.5 million.
    expect(decoded()).toBeLessThan(40 * ids.length);
  });

  it("decodes whole what does not go on from the last list: a shorter one, another reply", () => {
    const { decode } = createTokenizer();
    const growing = decodeGrowing(decode);
    for (const ids of [
      [0, 1, 2, 3],
      [0, 1, 2],
      [0, 1, 4, 5, 6],
      [],
      [9, 8],
      [9, 8, 7],
      toBytes("🛥️").slice(0, 2),
      [1],
    ]) {
      const list = Int32Array.from(ids);
      expect(growing(list)).toBe(decode(list));
    }
  });
});
