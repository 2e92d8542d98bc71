import { expect, test } from "vitest";
import { findMergeable } from "./choose-segments.ts";

const due = (...sizes: readonly number[]): readonly number[] =>
  findMergeable(sizes.map((size) => ({ size }))).map(({ size }) => size);

test("segments that each are twice as large as all after them stay", () => {
  expect(due()).toEqual([]);
  expect(due(512)).toEqual([]);
  expect(due(1_000_000, 400_000, 512)).toEqual([]);
});

test("equal ones are merged, and what follows them", () => {
  expect(due(512, 512)).toEqual([512, 512]);
  expect(due(100_000, 512, 512)).toEqual([512, 512]);
  expect(due(8192, 8192, 8192, 3000)).toEqual([8192, 8192, 8192, 3000]);
});

test("notes that come one by one are each merged about as often as the logarithm of their number", () => {
  let sizes: number[] = [];
  let merged = 0;
  for (let flush = 0; flush < 2000; flush += 1) {
    sizes.push(512);
    for (let now = due(...sizes); now.length > 0; now = due(...sizes)) {
      const sum = now.reduce((total, size) => total + size, 0);
      sizes = [...sizes.slice(0, sizes.length - now.length), sum];
      merged += sum;
    }
    expect(sizes.length).toBeLessThan(12);
  }
  expect(merged / (2000 * 512)).toBeLessThan(2 * Math.log2(2000));
});
