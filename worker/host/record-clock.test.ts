import { describe, expect, test } from "vitest";
import { createRecordClock } from "./record-clock.ts";

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 5, 1, 12);

describe("the time of records", () => {
  test("is the device's as long as that goes on, forwards by years too", () => {
    const device = { time: NOON };
    const clock = createRecordClock(() => device.time);
    expect(clock.now()).toBe(NOON);
    expect(clock.now()).toBe(NOON);
    device.time = NOON + 90_000 * HOUR;
    expect(clock.now()).toBe(device.time);
  });

  test("goes on from the newest record when the device's clock is set back by hours, until that has caught up", () => {
    const device = { time: NOON };
    const clock = createRecordClock(() => device.time);
    clock.note(NOON);
    device.time = NOON - 6 * HOUR;
    expect([clock.now(), clock.now(), clock.now()]).toEqual([NOON + 1, NOON + 2, NOON + 3]);
    device.time = NOON + HOUR;
    expect(clock.now()).toBe(NOON + HOUR);
  });

  test("is the device's again after a clock that had been years ahead", () => {
    const device = { time: NOON + 90_000 * HOUR };
    const clock = createRecordClock(() => device.time);
    clock.now();
    device.time = NOON;
    expect(clock.now()).toBe(NOON);
    clock.note(NOON + 90_000 * HOUR);
    expect(clock.now()).toBe(NOON);
  });
});
