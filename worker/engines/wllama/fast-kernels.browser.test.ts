import { describe, expect, test } from "vitest";
import { BLOCK_TYPES, type BlockType, Q4_0, Q4_1, Q5_0, Q5_1, Q8_0 } from "../gguf/block-types.ts";
import { dequantise } from "../gguf/dequantise.fixture.ts";
import { openEngineBinary, putTogether } from "./fast-kernels.ts";
import { WLLAMA_FILES } from "./wllama-wasm.ts";

const { wasmUrl, kernelsUrl } = WLLAMA_FILES;
/** The formats that are computed: where a block has its scale and its minimum, in 16 bits each, and how its activations are kept. */
const FORMATS = [
  { type: Q4_0, halves: [0], activation: 34 },
  { type: Q4_1, halves: [0, 2], activation: 36 },
  { type: Q5_0, halves: [0], activation: 34 },
  { type: Q5_1, halves: [0, 2], activation: 36 },
  { type: Q8_0, halves: [0], activation: 34 },
  { type: toType(12), halves: [0, 2], activation: 292 },
  { type: { name: "Q5_K", number: 13, values: 256, bytes: 176 }, halves: [0, 2], activation: 292 },
  { type: toType(14), halves: [208], activation: 292 },
] as const;

const fetchBytes = async (url: string): Promise<ArrayBuffer> => (await fetch(url)).arrayBuffer();

describe("llama.cpp's WebAssembly with our matrix products", () => {
  test("is a file of its own in a browser with relaxed SIMD, until it is released", async () => {
    const binary = await openEngineBinary(wasmUrl, kernelsUrl);
    expect(binary.url).toMatch(/^blob:/);
    expect((await fetchBytes(binary.url)).byteLength).toBeGreaterThan((await fetchBytes(wasmUrl)).byteLength);
    binary.release();
    await expect(fetch(binary.url)).rejects.toThrow();
  });

  test("is wllama's own file where nothing is put in, where that cannot be fetched, and where it belongs to another file", async () => {
    expect((await openEngineBinary(wasmUrl, undefined)).url).toBe(wasmUrl);
    expect((await openEngineBinary(wasmUrl, "http://127.0.0.1:1/kernels.bin")).url).toBe(wasmUrl);
    const [file, pieces] = await Promise.all([fetchBytes(wasmUrl), fetchBytes(kernelsUrl)]);
    new Uint8Array(file)[99] = (new Uint8Array(file)[99] ?? 0) ^ 1;
    expect(await putTogether(file, pieces)).toBeNull();
  });

  test("rejects with the reason where wllama's file cannot be fetched", async () => {
    await expect(openEngineBinary("http://127.0.0.1:1/wllama.wasm", kernelsUrl)).rejects.toThrow(
      "could not be fetched",
    );
  });

  test.each(FORMATS)("multiplies $type.name by one column and by nine as its definition does", async (format) => {
    const multiply = await instantiate();
    for (const [blocks, rows, columns] of [
      [3, 37, 1],
      [7, 20, 9],
    ] as const) {
      const width = blocks * format.type.values;
      const bytes = toWeights(format, rows * blocks);
      const weights = unpack(format.type, bytes);
      const input = toInput(width * columns);
      const result = multiply({ ...format, width, rows, columns, bytes, input });
      for (let column = 0; column < columns; column += 1) {
        for (let row = 0; row < rows; row += 1) {
          let [sum, size] = [0, 0];
          for (let at = 0; at < width; at += 1) {
            const product = (weights[row * width + at] ?? 0) * (input[column * width + at] ?? 0);
            sum += product;
            size += Math.abs(product);
          }
          expect(Math.abs((result[column * rows + row] ?? 0) - sum)).toBeLessThan(size * 1e-5);
        }
      }
    }
  });
});

function toType(number: number): BlockType {
  const type = BLOCK_TYPES.get(number);
  if (type === undefined) throw new Error(`there is no type ${number}`);
  return type;
}

interface Format {
  readonly type: (typeof FORMATS)[number]["type"];
  readonly halves: readonly number[];
  readonly activation: number;
}

let seed = 7;
function random(below: number): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
}

/** Blocks of random bytes, with scales between a hundredth and one. No byte of Q8_0 is -128, which ggml never writes. */
function toWeights({ type, halves }: Format, blocks: number): Uint8Array {
  const bytes = Uint8Array.from({ length: blocks * type.bytes }, () => random(type === Q8_0 ? 128 : 256));
  const view = new DataView(bytes.buffer);
  for (let block = 0; block < blocks; block += 1) {
    for (const half of halves) view.setUint16(block * type.bytes + half, 0x2200 + random(0x1800), true);
  }
  return bytes;
}

/** Whole numbers of which each 32 have a 127, so that rounding to bytes loses nothing. */
function toInput(length: number): Float32Array {
  return Float32Array.from({ length }, (_, index) => (index % 32 === 0 ? 127 : random(253) - 126));
}

function unpack(type: Format["type"], bytes: Uint8Array): ArrayLike<number> {
  if (type.name !== "Q5_K") return dequantise(type, bytes);
  // Q5_K is Q4_K with a fifth bit of each weight in 32 bytes of their own.
  const blocks = bytes.length / type.bytes;
  const [without, fifths] = [toType(12), new Float32Array(256 * blocks)];
  const plain = new Uint8Array(blocks * without.bytes);
  const scaled = new Uint8Array(blocks * without.bytes);
  for (let block = 0; block < blocks; block += 1) {
    const from = bytes.subarray(block * type.bytes, (block + 1) * type.bytes);
    const to = block * without.bytes;
    plain.set(from.subarray(0, 16), to);
    plain.set(from.subarray(48), to + 16);
    // All weights 1 and no minima: what is unpacked are the scales.
    scaled.set(from.subarray(0, 16), to);
    scaled.set([0, 0], to + 2);
    scaled.fill(0x11, to + 16, to + 144);
    for (let at = 0; at < 256; at += 1) fifths[256 * block + at] = ((from[16 + (at & 31)] ?? 0) >> (at >> 5)) & 1;
  }
  const [values, scales] = [dequantise(without, plain), dequantise(without, scaled)];
  return values.map((value, index) => value + 16 * (fifths[index] ?? 0) * (scales[index] ?? 0));
}

interface Product extends Format {
  readonly width: number;
  readonly rows: number;
  readonly columns: number;
  readonly bytes: Uint8Array;
  readonly input: Float32Array;
}

const [WEIGHTS, INPUT, RESULT, WORK] = [120 << 20, 121 << 20, 122 << 20, 123 << 20];
const [TASK, TENSORS, TENSOR_BYTES] = [124 << 20, (124 << 20) + 1024, 512];

/** The whole module without anything of the engine around it, and its product of two tensors, which it writes column by column. */
async function instantiate(): Promise<(product: Product) => Float32Array> {
  const [file, pieces] = await Promise.all([fetchBytes(wasmUrl), fetchBytes(kernelsUrl)]);
  const parts = await putTogether(file, pieces);
  const module = await WebAssembly.compile(await new Blob(parts ?? []).arrayBuffer());
  const memory = new WebAssembly.Memory({ address: "i64", initial: 2048n, maximum: 65_536n, shared: true } as never);
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = kind === "memory" ? memory : () => 0;
  }
  const { exports } = await WebAssembly.instantiate(module, imports);
  const call = exports["kernel:ggml_compute_forward_mul_mat"];
  if (typeof call !== "function") throw new Error("the module does not export its product");
  return ({ type, activation, width, rows, columns, bytes, input }) => {
    const view = new DataView(memory.buffer);
    new Uint8Array(memory.buffer).set(bytes, WEIGHTS);
    new Float32Array(memory.buffer).set(input, INPUT / 4);
    const tensors = [
      { type: type.number, ne: [width, rows], nb: [type.bytes, (width / type.values) * type.bytes], data: WEIGHTS },
      { type: 0, ne: [width, columns], nb: [4, 4 * width], data: INPUT },
      { type: 0, ne: [rows, columns], nb: [4, 4 * rows], data: RESULT },
    ];
    for (const [index, { type: number, ne, nb, data }] of tensors.entries()) {
      const at = TENSORS + index * TENSOR_BYTES;
      view.setInt32(at, number, true);
      for (let axis = 0; axis < 4; axis += 1) {
        view.setBigInt64(at + 16 + 8 * axis, BigInt(ne[axis] ?? 1), true);
        view.setBigInt64(at + 48 + 8 * axis, BigInt(nb[axis] ?? 0), true);
        if (axis < 2) view.setBigInt64(at + 152 + 8 * axis, BigInt(TENSORS + axis * TENSOR_BYTES), true);
      }
      view.setBigInt64(at + 248, BigInt(data), true);
    }
    // One thread of a pool of one, whose barrier does not wait.
    view.setInt32(TASK + 4, 1, true);
    view.setBigInt64(TASK + 8, BigInt((width / type.values) * activation * columns + 64), true);
    view.setBigInt64(TASK + 16, BigInt(WORK), true);
    view.setBigInt64(TASK + 24, BigInt(TASK + 64), true);
    view.setInt32(TASK + 64 + 104, 1, true);
    call(BigInt(TASK), BigInt(TENSORS + 2 * TENSOR_BYTES));
    return new Float32Array(memory.buffer).slice(RESULT / 4, RESULT / 4 + rows * columns);
  };
}
