import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { spliceFunctions } from "./splice-functions.ts";

/** What is put into the file, in this order. */
const SOURCES: readonly string[] = ["mul-mat.c", "prompt-state.c"].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
);
export const PIECES_FILE: string = fileURLToPath(new URL("../../worker/engines/wllama/kernels.bin", import.meta.url));
const WLLAMA = fileURLToPath(new URL("../../node_modules/@wllama/wllama/src/wasm/", import.meta.url));
/** Shorter pieces of the file are written anew rather than copied. */
const MIN_COPIED = 64;

const CLANG = process.env.CLANG ?? "clang-19";
const FLAGS = [
  ...["--target=wasm64", "-std=c23", "-O3", "-ffreestanding", "-fno-builtin", "-Wall", "-Wextra", "-Werror"],
  ...["-msimd128", "-mrelaxed-simd", "-matomics", "-mbulk-memory"],
];

/** The file of the installed wllama. */
export function readEngineFile(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(join(WLLAMA, "wllama.wasm")));
}

/** The indices of its functions by their names, from the table that its package has for stack traces. */
export function readFunctionIndices(): ReadonlyMap<string, number> {
  const [, packed] = /"default": "([^"]+)"/.exec(readFileSync(join(WLLAMA, "source-map.ts"), "utf8")) ?? [];
  if (packed === undefined) throw new Error("wllama's table of functions has another form.");
  const table = gunzipSync(Buffer.from(packed, "base64"));
  const [first, functions, names] = [table.readUInt32LE(0), table.readUInt32LE(4), table.readUInt32LE(8)];
  let at = 12;
  const texts = Array.from({ length: names }, () => {
    const length = table.readUInt8(at);
    at += 1 + length;
    return table.toString("utf8", at - length, at);
  });
  const indices = Array.from({ length: functions }, (_, index) => table.readUInt16LE(at + 2 * index));
  return new Map(
    indices.flatMap((name, index) => (name === 0xffff ? [] : [[texts[name] ?? "", first + index] as const])),
  );
}

/** Compiles the sources with clang 19 or later, and puts them into the engine's file. */
export function linkKernels(): Uint8Array<ArrayBuffer> {
  const folder = mkdtempSync(join(tmpdir(), "alcove-kernels-"));
  try {
    const indices = readFunctionIndices();
    let file = readEngineFile();
    for (const source of SOURCES) {
      const object = join(folder, "source.o");
      execFileSync(CLANG, [...FLAGS, "-c", source, "-o", object], { stdio: "inherit" });
      file = spliceFunctions(file, readFileSync(object), (name) => {
        const index = indices.get(name);
        if (index === undefined) throw new Error(`wllama's file has no function '${name}'.`);
        return index;
      });
    }
    return file;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * What turns the engine's file into the linked one: see `putTogether`. The digest of the sources stands at the end, for a test
 * that finds pieces of an older one.
 */
export function writePieces(file: Uint8Array, linked: Uint8Array): Uint8Array {
  const steps = findSteps(file, linked);
  const numbers = Buffer.alloc(4 + 12 * steps.length);
  numbers.writeUInt32LE(steps.length);
  for (const [index, { from, copied, added }] of steps.entries()) {
    for (const [place, value] of [from, copied, added.length].entries())
      numbers.writeUInt32LE(value, 4 + 12 * index + 4 * place);
  }
  return Buffer.concat([digest(file), numbers, ...steps.map(({ added }) => added), digestSources()]);
}

interface Step {
  readonly from: number;
  readonly copied: number;
  readonly added: Uint8Array;
}

/** Bodies stay in their order and change in few places, so equal stretches are found by looking on from the last one. */
function findSteps(file: Uint8Array, linked: Uint8Array): readonly Step[] {
  const [old, fresh] = [Buffer.from(file), Buffer.from(linked)];
  const steps: Step[] = [];
  let [from, at] = [0, 0];
  while (at < fresh.length) {
    const begin = at;
    while (at < fresh.length && old[from + at - begin] === fresh[at]) at += 1;
    const copied = at - begin;
    const addedFrom = at;
    let next = -1;
    while (at < fresh.length && next === -1) {
      next = at + MIN_COPIED > fresh.length ? -1 : old.indexOf(fresh.subarray(at, at + MIN_COPIED), from + copied);
      if (next === -1) at += 1;
    }
    steps.push({ from, copied, added: fresh.subarray(addedFrom, at) });
    from = next;
  }
  return steps;
}

/** What the pieces were made of. */
export function digestSources(): Buffer {
  return digest(Buffer.concat(SOURCES.map((source) => readFileSync(source))));
}

function digest(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const pieces = writePieces(readEngineFile(), linkKernels());
  writeFileSync(PIECES_FILE, pieces);
  process.stdout.write(`${PIECES_FILE}: ${pieces.length} bytes\n`);
}
