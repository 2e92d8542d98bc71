import { brotliCompressSync, brotliDecompressSync } from "node:zlib";

/** Encodes a text so that no search and no glance shows what stands in it. */
export function seal(text: string): string {
  const lines = brotliCompressSync(text)
    .toString("base64")
    .match(/.{1,120}/gu);
  return `${(lines ?? []).join("\n")}\n`;
}

/** The text that `seal` encoded. */
export function unseal(text: string): string {
  return brotliDecompressSync(Buffer.from(text, "base64")).toString("utf8");
}
