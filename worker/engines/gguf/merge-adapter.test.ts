import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { SlicedFile } from "../files/store-file.ts";
import { addProduct } from "./add-product.ts";
import { GgufFault } from "./gguf-fault.ts";
import { mergeAdapter } from "./merge-adapter.ts";
import { readAdapter } from "./read-adapter.ts";

/** Written by `python -m dev.model.starter.merge_case`. */
const CASE: Readonly<Record<"base" | "adapter" | "merged", string>> = JSON.parse(
  readFileSync(new URL("../../../dev/model/starter/merge_case.json", import.meta.url), "utf8"),
);

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text, "base64"));
}

async function readAll(file: SlicedFile): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, file.size).arrayBuffer());
}

const BASE = new Blob([fromBase64(CASE.base)]);

describe("an adapter merged into a file", () => {
  test("gives byte for byte what the Python side gives, in whatever pieces it is read", async () => {
    const merged = await mergeAdapter(BASE, readAdapter(fromBase64(CASE.adapter)));
    const expected = fromBase64(CASE.merged);
    expect(merged.size).toBe(expected.length);
    expect(await readAll(merged)).toEqual(expected);
    for (let start = 0; start < expected.length; start += 97) {
      const piece = new Uint8Array(await merged.slice(start, start + 97).arrayBuffer());
      expect(piece).toEqual(expected.slice(start, start + 97));
    }
  });

  test("is computed as without WebAssembly, each step rounded by itself", () => {
    const toRow = (length: number, step: number) => Float32Array.from({ length }, (_, index) => Math.sin(index * step));
    const factors = {
      inputs: 64,
      outputs: 4,
      inner: [toRow(64, 0.7), toRow(64, 1.3)],
      outer: [toRow(4, 3), toRow(4, 5)],
    };
    const fast = toRow(128, 0.1);
    addProduct(fast, factors, 2);
    const slow = toRow(128, 0.1).map((weight, at) => {
      const sum = factors.inner.reduce((before, row, rank) => {
        const outer = factors.outer[rank]?.[2 + Math.floor(at / 64)] ?? Number.NaN;
        return Math.fround(before + Math.fround(outer * (row[at % 64] ?? Number.NaN)));
      }, 0);
      return weight + sum;
    });
    expect(fast).toEqual(slow);
    expect(fast).not.toEqual(toRow(128, 0.1));
  });

  test("is refused where the file lacks a matrix of it, or has it in another form", async () => {
    const adapter = readAdapter(fromBase64(CASE.adapter));
    const [factors] = adapter.tensors.values();
    if (factors === undefined) throw new Error("no factors");
    const merge = (name: string) => mergeAdapter(BASE, { ...adapter, tensors: new Map([[name, factors]]) });
    await expect(merge("other.weight")).rejects.toThrow("the file has no 'other.weight'");
    await expect(merge("norm.weight")).rejects.toThrow("is not Q4_1");
  });

  test("is refused when its file is cut, of another kind or of another version", () => {
    const bytes = fromBase64(CASE.adapter);
    const edit = (from: string, to: string): Uint8Array<ArrayBuffer> =>
      Uint8Array.from(Buffer.from(Buffer.from(bytes).toString("latin1").replace(from, to), "latin1"));
    expect(() => readAdapter(bytes.slice(0, -1))).toThrow(GgufFault);
    expect(() => readAdapter(bytes.slice(0, 40))).toThrow("ends within its header");
    expect(() => readAdapter(edit("ALCADAPT", "ALCADAPX"))).toThrow("does not begin as an adapter");
    expect(() => readAdapter(edit('"version":1', '"version":2'))).toThrow("version is 2");
    expect(() => readAdapter(edit('"rank":3', '"rank":0'))).toThrow("lacks something");
  });
});
