import { expect, test } from "vitest";
import { chooseFastest, createThreadMeasurement, listCandidates } from "./measure-threads.ts";

/** A device of two cores on which two threads reach these rates, beside 100 of one; answers with each measurement's threads. */
async function measureOften(...rates: readonly number[]): Promise<readonly (number | null)[]> {
  const kept = new Map<string, Response>();
  const cache = {
    match: async (url: string) => kept.get(url)?.clone(),
    put: async (url: string, response: Response) => void kept.set(url, response),
  };
  const scope = {
    navigator: { hardwareConcurrency: 2 },
    crossOriginIsolated: true,
    caches: { open: async () => cache },
  } as unknown as typeof globalThis;
  const left = [...rates];
  const measurement = createThreadMeasurement(scope, {
    measureRates: async () => [
      { threads: 1, rate: 100 },
      { threads: 2, rate: left.shift() ?? 0 },
    ],
    wait: async () => undefined,
  });
  const first = await measurement.measure();
  await measurement.measureLater();
  return [first, await measurement.read(), left.length];
}

test.each([
  ["few threads are measured again, for the next load, until there are more", [90, 80, 180, 90], [1, 2, 1]],
  ["and stay few where the machine stays busy", [90, 80, 80, 80, 180], [1, 1, 1]],
  ["as many as there are cores are measured once", [180, 90], [2, 2, 1]],
])("%s", async (_case, rates, expected) => {
  expect(await measureOften(...rates)).toEqual(expected);
});

test.each([
  [2, [1, 2]],
  [4, [2, 3, 4]],
  [6, [3, 5, 6]],
  [32, [8]],
])("of %i cores the thread counts %j are measured", (cores, counts) => {
  expect(listCandidates(cores)).toEqual(counts);
});

test.each([
  ["the fastest", [100, 180], 2],
  ["fewer threads that are about as fast", [100, 105], 1],
  ["fewer threads where more slow each other down", [100, 30], 1],
])("%s are taken", (_case, rates, threads) => {
  expect(chooseFastest(rates.map((rate, index) => ({ threads: index + 1, rate })))).toBe(threads);
});

test.each([
  ["one round that was disturbed does not count", [180, 60, 175], 2],
  ["nor does one that was not, where the machine stays busy", [30, 180, 35], 1],
])("%s", (_case, rates, threads) => {
  const measured = rates.flatMap((rate) => [
    { threads: 1, rate: 100 },
    { threads: 2, rate },
  ]);
  expect(chooseFastest(measured)).toBe(threads);
});

test("nothing is chosen where nothing could be measured", () => {
  expect(chooseFastest([])).toBeNull();
});
