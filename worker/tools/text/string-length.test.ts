import { describe, expect, it } from "vitest";
import { runTool } from "../tool.contract.ts";
import { stringLength } from "./string-length.ts";

describe("counting characters", () => {
  it.each([
    ["", 0],
    ["straße", 6],
    ["e\u0301te\u0301", 3],
    ["👩‍👩‍👧 hi", 4],
    ["नमस्ते", 3],
  ])("counts %j as %d, the way a reader does", (text, count) => {
    expect(runTool(stringLength, { text })).toBe(count);
  });
});
