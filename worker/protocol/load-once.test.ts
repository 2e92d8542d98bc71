import { expect, it, vi } from "vitest";
import { loadOnce } from "./load-once.ts";

it("loads on first use, and again after a failure", async () => {
  const work = vi.fn(async (name: string) => `${name} ${work.mock.calls.length}`);
  work.mockRejectedValueOnce(new Error("offline"));
  const load = loadOnce(work);
  const [first, second] = await Promise.allSettled([load("a"), load("b")]);
  expect([first?.status, second?.status]).toEqual(["rejected", "rejected"]);
  expect(work).toHaveBeenCalledTimes(1);
  expect(await Promise.all([load("c"), load("d")])).toEqual(["c 2", "c 2"]);
  expect(work).toHaveBeenCalledTimes(2);
});
