import { describe, expect, test } from "vitest";
import { createPaceMeter } from "./use-pace.ts";

describe("the pace of a download", () => {
  test("nothing is said before there is something to say", () => {
    const measure = createPaceMeter();
    expect(measure({ at: 0, done: 0, total: 1000 })).toBeNull();
    expect(measure({ at: 100, done: 900, total: 1000 })).toBeNull();
  });

  test("speed and time left follow from the last seconds, whatever was before", () => {
    const measure = createPaceMeter();
    for (let second = 0; second <= 10; second += 1) measure({ at: second * 1000, done: second * 10, total: 2000 });
    let pace = null;
    for (let second = 11; second <= 20; second += 1) {
      pace = measure({ at: second * 1000, done: 100 + (second - 10) * 100, total: 2000 });
    }
    expect(pace).toEqual({ bytesPerSecond: 100, secondsLeft: 9 });
  });

  test("a download that stands still has no time left to tell", () => {
    const measure = createPaceMeter();
    measure({ at: 0, done: 500, total: 1000 });
    expect(measure({ at: 1000, done: 500, total: 1000 })).toEqual({ bytesPerSecond: 0 });
  });

  test("what another download did does not count", () => {
    const measure = createPaceMeter();
    measure({ at: 0, done: 900, total: 1000 });
    measure({ at: 1000, done: 0, total: 1000 });
    expect(measure({ at: 2000, done: 100, total: 1000 })).toEqual({ bytesPerSecond: 100, secondsLeft: 9 });
  });
});
