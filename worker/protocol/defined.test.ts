import { describe, expect, expectTypeOf, it } from "vitest";
import { defined } from "./defined.ts";

describe("defined", () => {
  it("drops undefined fields and keeps every other value", () => {
    const kept = defined({ a: 1, b: undefined, c: null, d: false, e: "" });
    expect(Object.keys(kept)).toEqual(["a", "c", "d", "e"]);
  });

  it("makes fields optional that may be undefined", () => {
    const maybe: string | undefined = ["x"][0];
    expectTypeOf(defined({ name: maybe, size: 1 })).toExtend<{ readonly name?: string; readonly size: number }>();
  });
});
