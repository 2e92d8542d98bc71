import { expect, test } from "vitest";
import { holdLife } from "./hold-life.ts";

test("a life's lock is held before anything else is done, and never given back", async () => {
  let held: Promise<unknown> | undefined;
  const request = ((name: string, work: () => Promise<unknown>) => {
    expect(name).toBe("a-life");
    held = work();
    return held;
  }) as LockManager["request"];
  await holdLife({ request }, "a-life");
  const waited = new Promise((resolve) => setTimeout(() => resolve("still held"), 5));
  expect(await Promise.race([held, waited])).toBe("still held");
});

test("where locks are refused the worker goes on without one", async () => {
  const request = (() => Promise.reject(new Error("refused"))) as unknown as LockManager["request"];
  await expect(holdLife({ request }, "a-life")).resolves.toBeUndefined();
});
