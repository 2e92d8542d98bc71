import type { Failure } from "../../protocol/failure.ts";
import { StorageFault } from "../storage-fault.ts";
import type { Reserve } from "./reserve.ts";

export interface ReserveDeps {
  readonly reserve: Reserve;
  /**
   * Puts a log aside in which a write ended half-way. Chromium goes on behind a torn record, and deletes the whole
   * database for it at the opening after: see `retire-write-log.ts`.
   */
  readonly retireLog: () => Promise<unknown>;
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly onFailure?: ((failure: Failure) => void) | undefined;
}

/** Whether the disk has room, and how calls come through while it has none. */
export interface DiskState {
  /** Resolves where something new may be taken in; rejects with `storage-full`. */
  accept(): Promise<void>;
  /** Makes a call, and again in the reserve's room where it found none. */
  keep<Value>(call: () => Promise<Value>, isReading: boolean): Promise<Value>;
  /** Writes must go through `keep` from their beginning: what they write could be lost. */
  isTorn(): boolean;
  /** Looks for room again, if that was not done just now, and tells whether there is still none. */
  isTight(): Promise<boolean>;
}

/** Faults of a disk without room look like those of lost data: Chromium closes the database and does not open it. */
const DOUBTFUL: ReadonlySet<string> = new Set(["storage-full", "storage-refused", "storage-lost"]);
/** Chromium takes its time to close a database that failed, and refuses to open it meanwhile. */
const PAUSES_MS = [0, 250, 500, 1000, 2000];
/** How often a reader of `info` may look for room again: looking writes up to the whole reserve. */
const LOOK_MS = 10_000;
const FIRST_LOOK_MS = 3000;

/** `closed` says that the database is shut by a full disk: then nothing is accepted. */
export function createDiskState(deps: ReserveDeps, closed: boolean): DiskState {
  const { reserve, retireLog, now, pause, onFailure } = deps;
  let tight = closed;
  /** Whether what is written next could be lost behind a torn record. */
  let torn = false;
  /** There was no room at the start to put the log of the session before aside. */
  let unsure = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let leaving: Promise<boolean> | null = null;

  async function enter(): Promise<void> {
    await reserve.release();
    lookedAt = now();
    if (!tight) onFailure?.({ code: "storage-tight" });
    tight = true;
  }

  async function mend(): Promise<void> {
    if (torn) await retireLog();
    torn = false;
  }

  /** True once there is room again. */
  async function look(): Promise<boolean> {
    lookedAt = now();
    try {
      if ((torn || unsure) && (await reserve.take())) {
        await reserve.release();
        torn = true;
        await mend();
        unsure = false;
      }
      tight = torn || !(await reserve.take());
    } catch {
      await reserve.release();
    }
    return !tight;
  }

  async function leave(): Promise<boolean> {
    if (closed) return false;
    leaving ??= look().finally(() => {
      leaving = null;
    });
    return leaving;
  }

  async function keep<Value>(call: () => Promise<Value>, isReading: boolean): Promise<Value> {
    try {
      if (torn && !isReading) throw new StorageFault({ code: "storage-full" });
      return await call();
    } catch (error) {
      if (isReading || !isDoubtful(error)) throw error;
      return await callAgain(call, error.failure);
    }
  }

  async function callAgain<Value>(call: () => Promise<Value>, { code, detail = code }: Failure): Promise<Value> {
    await reserve.release();
    // A write that the quota forbids was not begun, so it tears nothing.
    const isRefused = detail.startsWith("QuotaExceededError");
    torn ||= !isRefused;
    let fault: unknown;
    for (const wait of isRefused ? [0] : PAUSES_MS) {
      await pause(wait);
      try {
        await mend();
        const value = await call();
        if (code === "storage-full" || !(await reserve.take())) await enter();
        return value;
      } catch (error) {
        fault = error;
        if (!torn && !isDoubtful(error)) break;
      }
    }
    if (code !== "storage-full" && (await reserve.take())) {
      torn = false;
      throw fault;
    }
    await enter();
    throw new StorageFault({ code: "storage-full", detail });
  }

  let first: Promise<void> | null = null;
  async function begin(): Promise<void> {
    first ??= reserve.take().then((isWhole) => {
      unsure = !isWhole;
      return isWhole ? undefined : enter();
    });
    await first;
  }
  // The first answer does not wait for it.
  setTimeout(() => void begin(), FIRST_LOOK_MS);

  async function accept(): Promise<void> {
    if (!tight) await begin();
    if (tight && !(await leave())) throw new StorageFault({ code: "storage-full" });
  }

  return {
    accept,
    keep,
    isTorn: () => torn,
    async isTight() {
      if (tight && now() - lookedAt > LOOK_MS) await leave();
      return tight;
    },
  };
}

function isDoubtful(error: unknown): error is StorageFault {
  return error instanceof StorageFault && DOUBTFUL.has(error.failure.code);
}
