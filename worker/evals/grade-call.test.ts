import { describe, expect, test } from "vitest";
import type { JsonObject } from "../protocol/json.ts";
import { isRightCall } from "./grade-call.ts";

const isRight = (wanted: JsonObject, given: JsonObject): boolean =>
  isRightCall({ name: "tool", arguments: wanted }, given);

describe("the arguments of a call", () => {
  test("are compared as texts whatever their case, and as numbers whatever their notation", () => {
    expect(isRight({ town: "Bern" }, { town: " bern " })).toBe(true);
    expect(isRight({ value: 4 }, { value: "4.0" })).toBe(true);
    expect(isRight({ on: true }, { on: false })).toBe(false);
  });

  test("in a list are compared in their order, in a set in any", () => {
    expect(isRight({ all: ["a", "b"] }, { all: ["a", "b"] })).toBe(true);
    expect(isRight({ all: ["a", "b"] }, { all: ["b", "a"] })).toBe(false);
    expect(isRight({ all: { set: ["a", "b"] } }, { all: ["b", "a"] })).toBe(true);
    expect(isRight({ all: { set: ["a", "b"] } }, { all: ["a", "a"] })).toBe(false);
    expect(isRight({ all: { set: ["a"] } }, { all: "a" })).toBe(false);
  });

  test("in an object are those named, and no others but the optional ones", () => {
    const wanted = { at: { members: { town: "Bern" }, optional: { floor: 2 } } };
    expect(isRight(wanted, { at: { town: "Bern" } })).toBe(true);
    expect(isRight(wanted, { at: { town: "Bern", floor: 2 } })).toBe(true);
    expect(isRight(wanted, { at: { town: "Bern", floor: 3 } })).toBe(false);
    expect(isRight(wanted, { at: "Bern" })).toBe(false);
  });

  test("may be exchanged where the expected call says so", () => {
    const sum = { name: "add", arguments: { a: 1, b: 2 } };
    expect(isRightCall(sum, { a: 2, b: 1 })).toBe(false);
    expect(isRightCall({ ...sum, swap: ["a", "b"] }, { a: 2, b: 1 })).toBe(true);
    expect(isRightCall({ ...sum, swap: ["a", "b"] }, { a: 1, b: 1 })).toBe(false);
  });
});
