import { describe, expect, it } from "vitest";
import { createTestClock } from "../../../package/test-clock.ts";
import { runWithin } from "./time-limit.ts";

const never = (): Promise<never> => new Promise(() => undefined);

describe("limited work", () => {
  it("in time is done, with its value", async () => {
    const limit = { clock: createTestClock(), milliseconds: 10, signal: new AbortController().signal };
    expect(await runWithin(limit, async () => "value")).toEqual({ type: "done", value: "value" });
    expect(await runWithin(limit, () => 7)).toEqual({ type: "done", value: 7 });
  });

  it("that takes too long is given up, and its own signal fires", async () => {
    const clock = createTestClock();
    let stopped = false;
    const running = runWithin({ clock, milliseconds: 10, signal: new AbortController().signal }, (signal) => {
      signal.addEventListener("abort", () => {
        stopped = true;
      });
      return never();
    });
    clock.advance(10);
    expect(await running).toEqual({ type: "timed-out" });
    expect(stopped).toBe(true);
  });

  it("is not charged for what is excused", async () => {
    const clock = createTestClock();
    let excused = 0;
    const limit = { clock, milliseconds: 10, signal: new AbortController().signal, excused: () => excused };
    let end = "";
    const running = runWithin(limit, never).then(({ type }) => {
      end = type;
    });
    excused = 7;
    clock.advance(10);
    await new Promise((resolve) => setTimeout(resolve));
    clock.advance(6);
    await new Promise((resolve) => setTimeout(resolve));
    expect(end).toBe("");
    clock.advance(1);
    await running;
    expect(end).toBe("timed-out");
  });

  it("that blocks the thread counts as timed out when it comes back too late", async () => {
    const clock = createTestClock();
    const limit = { clock, milliseconds: 10, signal: new AbortController().signal };
    expect(await runWithin(limit, () => clock.advance(11))).toEqual({ type: "timed-out" });
  });

  it("ends with the outer signal, and does not begin when that has fired", async () => {
    const source = new AbortController();
    const running = runWithin({ clock: createTestClock(), milliseconds: 10, signal: source.signal }, never);
    source.abort();
    expect(await running).toEqual({ type: "cancelled" });
    let began = false;
    await runWithin({ clock: createTestClock(), milliseconds: 10, signal: source.signal }, () => {
      began = true;
    });
    expect(began).toBe(false);
  });

  it("that throws in time rejects; that throws later is not heard", async () => {
    const clock = createTestClock();
    const limit = { clock, milliseconds: 10, signal: new AbortController().signal };
    await expect(runWithin(limit, () => Promise.reject(new Error("now")))).rejects.toThrow("now");
    let fail: (error: Error) => void = () => undefined;
    const running = runWithin(limit, () => new Promise((_, reject) => (fail = reject)));
    clock.advance(10);
    expect(await running).toEqual({ type: "timed-out" });
    fail(new Error("later"));
    await new Promise((resolve) => setTimeout(resolve, 1));
  });

  it("without a bound waits as long as a timer can", async () => {
    const waits: number[] = [];
    const clock = {
      ...createTestClock(),
      wait: (milliseconds: number): Promise<void> => {
        waits.push(milliseconds);
        return never();
      },
    };
    await runWithin({ clock, milliseconds: Number.POSITIVE_INFINITY, signal: new AbortController().signal }, () => 1);
    expect(waits).toEqual([2_147_483_647]);
  });
});
