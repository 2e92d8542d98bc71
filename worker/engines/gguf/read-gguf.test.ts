import { describe, expect, test } from "vitest";
import { readGguf } from "./read-gguf.ts";

const ARRAY = 9;
const BYTE = 0;

/** A header with one metadata entry, an array of arrays of bytes; `read` counts what is asked of the file. */
function createSource(outer: number, inner: number) {
  const head = new Uint8Array(1 << 20);
  const view = new DataView(head.buffer);
  let at = 0;
  const put32 = (value: number): void => {
    view.setUint32(at, value, true);
    at += 4;
  };
  const put64 = (value: number): void => {
    view.setBigUint64(at, BigInt(value), true);
    at += 8;
  };
  head.set(new TextEncoder().encode("GGUF"));
  at = 4;
  put32(3);
  put64(0);
  put64(1);
  put64(1);
  head[at] = 97;
  at += 1;
  put32(ARRAY);
  put32(outer === 1 ? BYTE : ARRAY);
  put64(outer === 1 ? inner : outer);
  for (let index = 0; outer > 1 && index < outer; index += 1) {
    put32(BYTE);
    put64(inner);
    at = Math.min(at + inner, head.length - 16);
  }
  let asked = 0;
  const read = async (_offset: number, length: number): Promise<Uint8Array> => {
    asked += length;
    const bytes = new Uint8Array(length);
    bytes.set(head.subarray(0, Math.min(length, head.length)));
    return bytes;
  };
  return { source: { size: 120_000_000, read }, count: () => asked };
}

describe("the header of a GGUF file", () => {
  test("with an array of too many items is refused before they are read", async () => {
    const { source, count } = createSource(1, 110_000_000);
    await expect(readGguf(source)).rejects.toThrow("more than 4000000 items");
    expect(count()).toBe(1 << 20);
  });

  test("with arrays in an array that hold too many items together is refused", async () => {
    const { source } = createSource(2, 4_000_000);
    await expect(readGguf(source)).rejects.toThrow("more than 4000000 items");
  });

  test("with a short array is read", async () => {
    const { source } = createSource(3, 2);
    const zeros = [0, 0];
    expect((await readGguf(source)).metadata.get("a")).toEqual([zeros, zeros, zeros]);
  });
});
