import { expect, test } from "vitest";
import { createThreadMeasurement } from "./measure-threads.ts";

test("the threads of this device are measured once and then read", async () => {
  const measurement = createThreadMeasurement(globalThis);
  await caches.delete("alcove-device");
  expect(await measurement.read()).toBeNull();
  const threads = await measurement.measure();
  const isPossible = crossOriginIsolated && navigator.hardwareConcurrency > 1;
  if (!isPossible) return expect(threads).toBeNull();
  expect(threads).toBeGreaterThanOrEqual(1);
  expect(threads).toBeLessThanOrEqual(navigator.hardwareConcurrency);
  expect(await measurement.read()).toBe(threads);
  expect(await createThreadMeasurement(globalThis).measure()).toBe(threads);
});
