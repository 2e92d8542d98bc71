import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { ModelLibrary } from "./library.ts";
import { matchLibrary } from "./match-library.ts";
import { type GgufHeader, type GgufTensor, type GgufValue, readGguf } from "./read-gguf.ts";

const root = new URL("../../../", import.meta.url);
const tiny = new Uint8Array(readFileSync(new URL("dev/model/tiny/tiny.gguf", root)));
const header = await readGguf({
  size: tiny.length,
  read: async (offset, length) => tiny.slice(offset, offset + length),
});
const libraries: readonly ModelLibrary[] = ["smollm2-135m-flat", "smollm2-135m-split", "tiny-flat", "tiny-split"].map(
  (name) => JSON.parse(readFileSync(new URL(`public/libraries/${name}.json`, root), "utf8")),
);

function withMetadata(key: string, value: GgufValue): GgufHeader {
  return { ...header, metadata: new Map([...header.metadata, [key, value]]) };
}

function withTensor(name: string): GgufHeader {
  const tensor: GgufTensor = { ...(header.tensors.get("output_norm.weight") as GgufTensor), name };
  return { ...header, tensors: new Map([...header.tensors, [name, tensor]]) };
}

describe("matchLibrary", () => {
  test.each(["flat", "split"] as const)("finds the library of the file's shape and of %s kernels", (kernels) => {
    expect(matchLibrary(header, libraries, kernels).name).toBe(`tiny-${kernels}`);
  });

  test.each([
    ["with stretched rotations", withTensor("rope_freqs.weight"), /no GPU library/],
    ["with rotations stretched by YaRN", withMetadata("llama.rope.scaling.type", "yarn"), /'yarn'/],
    ["that rotates half of each head", withMetadata("llama.rope.dimension_count", 32), /part of each head/],
    ["with values of another size", withMetadata("llama.attention.value_length", 32), /differ in size/],
    ["with an output layer of its own", withTensor("output.weight"), /no GPU library/],
    ["with biases", withTensor("blk.0.attn_q.bias"), /no GPU library/],
    ["with normed heads", withTensor("blk.0.attn_q_norm.weight"), /no GPU library/],
    ["of another architecture", withMetadata("general.architecture", "gemma3"), /'gemma3'/],
  ])("refuses a file %s, and says what it is", (_case, changed, reason) => {
    expect(() => matchLibrary(changed, libraries, "flat")).toThrow(reason);
  });
});
