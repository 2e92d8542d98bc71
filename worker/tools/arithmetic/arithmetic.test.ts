import { describe, expect, it } from "vitest";
import { stringLength } from "../text/string-length.ts";
import { runTool } from "../tool.contract.ts";
import { add, divide, multiply, sqrt, subtract } from "./operations.ts";

describe("the arithmetic tools", () => {
  it("compute (3 + 5) * 2 in two steps", () => {
    const sum = runTool(add, { a: 3, b: 5 });
    expect(sum).toBe(8);
    expect(runTool(multiply, { a: Number(sum), b: 2 })).toBe(16);
  });

  it("take the square root of the letters of two words", () => {
    const letters = ["hello", "world"].map((text) => Number(runTool(stringLength, { text })));
    expect(letters).toEqual([5, 5]);
    const sum = runTool(add, { a: letters[0] ?? 0, b: letters[1] ?? 0 });
    expect(runTool(sqrt, { x: Number(sum) })).toBe(3.1622776601683795);
  });

  it("give decimal results as a user would write them", () => {
    expect(runTool(add, { a: 0.1, b: 0.2 })).toBe(0.3);
    expect(runTool(subtract, { a: 0.3, b: 0.1 })).toBe(0.2);
    expect(runTool(multiply, { a: 1.1, b: 1.1 })).toBe(1.21);
    expect(runTool(divide, { a: 1, b: 8 })).toBe(0.125);
    expect(runTool(divide, { a: 1, b: 3 })).toBe(1 / 3);
  });

  it("say what is impossible", () => {
    expect(() => runTool(divide, { a: 1, b: 0 })).toThrow("Division by zero");
    expect(() => runTool(sqrt, { x: -1 })).toThrow("no real square root");
    expect(() => runTool(multiply, { a: 1e300, b: 1e300 })).toThrow("too large");
  });
});
