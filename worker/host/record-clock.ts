/** The time that records are stored with: conversations and runs are listed by it. */
export interface RecordClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** A record has this time already. */
  note(time: number): void;
}

/**
 * Corrections, a wrong zone and another system on the same device set a clock back by hours; what is further ahead than
 * a day comes from a clock that was wrong before, and its times are not followed.
 */
const MAX_STEP_BACK_MS = 24 * 3_600_000;

/** A clock whose times keep their order when the device's clock is set back: new records then follow the newest one. */
export function createRecordClock(wallNow: () => number): RecordClock {
  let newest = Number.NEGATIVE_INFINITY;
  return {
    now: () => {
      const time = wallNow();
      const isSetBack = time < newest && newest - time <= MAX_STEP_BACK_MS;
      newest = isSetBack ? newest + 1 : time;
      return newest;
    },
    note: (time) => {
      if (time - wallNow() <= MAX_STEP_BACK_MS) newest = Math.max(newest, time);
    },
  };
}
