import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createStallTimer } from "./race-abort.ts";

describe("a stall timer", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const watch = (timer: { readonly promise: Promise<void> }) => {
    const seen = { ended: false };
    void timer.promise.then(() => {
      seen.ended = true;
    });
    return seen;
  };

  test("ends after its time without a sign of life", async () => {
    const timer = createStallTimer(10_000);
    const seen = watch(timer);
    await vi.advanceTimersByTimeAsync(9000);
    timer.restart();
    await vi.advanceTimersByTimeAsync(9000);
    expect(seen.ended).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(seen.ended).toBe(true);
  });

  test("begins anew when it fires late, as after a sleep, and still ends", async () => {
    const before = performance.now();
    const sleep = vi.spyOn(performance, "now").mockImplementation(() => before + 3_600_000 + Date.now() - startedAt);
    const startedAt = Date.now();
    sleep.mockImplementationOnce(() => before);
    const timer = createStallTimer(10_000);
    const seen = watch(timer);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(seen.ended).toBe(false);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(seen.ended).toBe(true);
    sleep.mockRestore();
  });
});
