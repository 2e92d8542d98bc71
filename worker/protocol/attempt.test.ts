import { expect, it } from "vitest";
import { attempt } from "./attempt.ts";

it("gives what the work gives, whatever that is", () => {
  expect([attempt(() => 0), attempt(() => undefined), attempt(() => "")]).toEqual([0, undefined, ""]);
});

it("gives null for work that throws", () => {
  expect(attempt(() => decodeURIComponent("%"))).toBeNull();
});
