import { describe, expect, test } from "vitest";
import { createAwakeTime } from "./awake-time.ts";

function createTime() {
  const device = { time: 1000 };
  const looks: (() => void)[] = [];
  const awake = createAwakeTime(
    () => device.time,
    (_everyMs, look) => void looks.push(look),
  );
  /** Lets time go by with the thread awake. */
  const live = (milliseconds: number): void => {
    const until = device.time + milliseconds;
    while (device.time < until) {
      device.time = Math.min(until, device.time + 5000);
      for (const look of looks) look();
    }
  };
  const sleep = (milliseconds: number): void => {
    device.time += milliseconds;
  };
  return { awake, live, sleep };
}

describe("time awake", () => {
  test("goes on as the device's does, also while nobody asks", () => {
    const { awake, live } = createTime();
    const before = awake();
    live(600_000);
    expect(awake() - before).toBe(600_000);
    live(1234);
    expect(awake() - before).toBe(601_234);
  });

  test("leaves out what was slept, whoever looks first afterwards, and never goes back", () => {
    for (const looksFirst of [true, false]) {
      const { awake, live, sleep } = createTime();
      const before = awake();
      live(20_000);
      sleep(3_600_000);
      if (looksFirst) live(1000);
      const after = awake();
      expect(after - before).toBeGreaterThanOrEqual(20_000);
      expect(after - before).toBeLessThan(30_000);
      live(5000);
      expect(awake()).toBeGreaterThan(after);
    }
  });

  test("counts a slow moment", () => {
    const { awake, sleep } = createTime();
    const before = awake();
    sleep(14_000);
    expect(awake() - before).toBe(14_000);
  });
});
