import { expect, test } from "vitest";
import { measureGpuReading } from "./measure-gpu.ts";

test("the GPU's reading is measured within ten seconds, also where a processor plays it", async () => {
  const begin = performance.now();
  const rate = await measureGpuReading(navigator.gpu);
  expect(performance.now() - begin).toBeLessThan(10_000);
  // Between a slow processor and more than any memory there is.
  expect(rate).toBeGreaterThan(50e6);
  expect(rate).toBeLessThan(50e12);
});
