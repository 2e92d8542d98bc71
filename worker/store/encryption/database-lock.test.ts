import { expect, it } from "vitest";
import { createDatabaseLock } from "./database-lock.ts";
import { createTestLocks } from "./test-locks.fixture.ts";

/** A tab that has the database open; the function closes it. */
async function openTab(locks: ReturnType<typeof createTestLocks>): Promise<() => void> {
  let close = (): void => undefined;
  void locks.request(
    "any",
    { mode: "shared" },
    () =>
      new Promise((resolve) => {
        close = resolve;
      }),
  );
  return close;
}

it("does the work alone, and counts as open afterwards", async () => {
  const lock = createDatabaseLock(createTestLocks());
  await lock.hold();
  const done: string[] = [];
  expect(await lock.runAlone(async () => void done.push("one"))).toBe(true);
  expect(await lock.runAlone(async () => void done.push("two"))).toBe(true);
  expect(done).toEqual(["one", "two"]);
});

it("waits for a tab that is being closed, and does nothing while one stays open", async () => {
  const locks = createTestLocks();
  const lock = createDatabaseLock(locks, 200);
  const close = await openTab(locks);
  const done: string[] = [];
  expect(await lock.runAlone(async () => void done.push("too early"))).toBe(false);
  setTimeout(close, 20);
  expect(await lock.runAlone(async () => void done.push("then"))).toBe(true);
  expect(done).toEqual(["then"]);
});

it("passes on what the work throws, and holds again", async () => {
  const lock = createDatabaseLock(createTestLocks());
  await expect(lock.runAlone(() => Promise.reject(new Error("disk")))).rejects.toThrow("disk");
  expect(await lock.runAlone(async () => undefined)).toBe(true);
});

it("counts as the only tab in a browser without locks", async () => {
  expect(await createDatabaseLock(undefined).runAlone(async () => undefined)).toBe(true);
});
