import { expect, test } from "vitest";
import type { ToolSpec } from "../protocol/tool.ts";
import { rememberLast } from "./remember-last.ts";

const ADD: ToolSpec = { name: "add", description: "Adds.", parameters: { type: "object" } };
const TELL: ToolSpec = { ...ADD, name: "tell" };

test("the same tools in the same way are computed once, whichever list holds them; others anew", () => {
  const asked: string[] = [];
  const remembered = rememberLast((tools, way: string) => {
    asked.push(`${way} ${tools.map(({ name }) => name).join()}`);
    return asked.length;
  });
  expect([remembered([ADD, TELL], "free"), remembered([ADD, TELL], "free")]).toEqual([1, 1]);
  expect([remembered([ADD, TELL], "forced"), remembered([TELL, ADD], "forced"), remembered([TELL], "forced")]).toEqual([
    2, 3, 4,
  ]);
  // A tool of the same name may be another one.
  expect(remembered([{ ...TELL }], "forced")).toBe(5);
  expect(asked).toEqual(["free add,tell", "forced add,tell", "forced tell,add", "forced tell", "forced tell"]);
});
