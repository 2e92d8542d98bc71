import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { BLOCK_TYPES } from "./block-types.ts";
import { dequantise } from "./dequantise.fixture.ts";

/** Two blocks of each type and the SHA-256 of their values as f32, by `gguf.quants.dequantize` of gguf-py 0.17. */
test.each([
  ["Q4_0", "0804956a26afbccdafe562f90a945f5693c6b3a94551370e99b2d74c3427fa48d732a1df", "c51b1baa7d5d90f7"],
  ["Q4_1", "291a6fb65e19a621f9bd0ccc21397c1ec795ca774526daaef03e2fb81f223f4192c58efd5185f071", "7178685c06935a4c"],
  [
    "Q5_0",
    "fe958d882195a100b28d6b236b82481bd9fe630dc3ce15ae3be4ebca6e794d57037e2cfde9e15a7789781e37",
    "695f860a6d0ccac2",
  ],
  [
    "Q5_1",
    "05a215b61bdc5d1d8fc83f0b0bb4db71be572209851d3d2407b02cb1f4c0cf837179ced2c8f814a13472ff70ce369d83",
    "2e8c565e109f863e",
  ],
  [
    "Q8_0",
    "e5ac08cd1e614f235d3f83bc45fee9ee0403a79be118544441317c9311f85e0429b1ca2a22e791b880ee995e3f0d307d2fbaf400693a179e0d027ed4e58be7a9ebc28a27",
    "111974d3b771b3d9",
  ],
])("%s blocks have the values that gguf-py reads", (name, blocks, digest) => {
  const type = [...BLOCK_TYPES.values()].find((each) => each.name === name);
  if (type === undefined) throw new Error(name);
  const values = dequantise(type, new Uint8Array(Buffer.from(blocks, "hex")));
  const bytes = Buffer.from(values.buffer);
  expect(createHash("sha256").update(bytes).digest("hex").slice(0, 16)).toBe(digest);
});
