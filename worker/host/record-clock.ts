/**
 * Corrections, a wrong time zone and another system on the same device set a clock back by hours. A record more than a
 * day in the future was written with a wrong clock, and is ignored.
 */
const MAX_STEP_BACK_MS = 24 * 3_600_000;

/**
 * The time that records are stored with: conversations and runs are listed by it. It never goes back: if the device's clock is
 * set back, new records get times just after the newest one.
 */
export function createRecordClock(wallNow: () => number) {
  let newest = Number.NEGATIVE_INFINITY;
  return {
    /** Milliseconds since the epoch. */
    now: (): number => {
      const time = wallNow();
      const isSetBack = time < newest && newest - time <= MAX_STEP_BACK_MS;
      newest = isSetBack ? newest + 1 : time;
      return newest;
    },
    /** A stored record has this time. */
    note: (time: number): void => {
      if (time - wallNow() <= MAX_STEP_BACK_MS) newest = Math.max(newest, time);
    },
  };
}
