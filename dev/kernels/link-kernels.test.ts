import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { putTogether } from "../../worker/engines/wllama/fast-kernels.ts";
import { digestSources, PIECES_FILE, readEngineFile, readFunctionIndices } from "./link-kernels.ts";
import { joinBytes, readSections, SECTION, WasmReader } from "./wasm-binary.ts";

const BUILD = "run `npx tsx dev/kernels/link-kernels.ts`, which needs clang 19";
const pieces = readFileSync(PIECES_FILE);
const file = readEngineFile();

test("the kept pieces are made of the sources as they are", () => {
  expect(pieces.subarray(-32).equals(digestSources()), BUILD).toBe(true);
});

test("they fit the installed wllama, of which they change seven functions and nothing else that it has", async () => {
  const parts = await putTogether(file.buffer, new Uint8Array(pieces).buffer);
  if (parts === null) throw new Error(`wllama's file is another one: ${BUILD}`);
  const [before, after] = [readBodies(file), readBodies(joinBytes(...parts))];
  const indices = readFunctionIndices();
  const imported = [...indices.values()].reduce((least, index) => Math.min(least, index), Number.POSITIVE_INFINITY);
  const names = new Map([...indices].map(([name, index]) => [index - imported, name]));
  const changed = before.flatMap((body, index) => (body.equals(after[index] ?? Buffer.of()) ? [] : [names.get(index)]));
  expect(changed.sort()).toEqual([
    "ggml_compute_forward_mul_mat",
    "ggml_vec_dot_q4_K_q8_K",
    "ggml_vec_dot_q5_K_q8_K",
    "ggml_vec_dot_q6_K_q8_K",
    "llama_context::state_seq_save_file",
    "llama_state_seq_load_file",
    "wllama_action",
  ]);
  // The product and the actions that were before, and a product for each of eight formats.
  expect(after.length - before.length).toBe(10);
});

function readBodies(bytes: Uint8Array): Buffer[] {
  const code = readSections(bytes).find(({ id }) => id === SECTION.code);
  const reader = new WasmReader(code?.content ?? Uint8Array.of(0));
  return reader.list(() => Buffer.from(reader.take(reader.number())));
}
