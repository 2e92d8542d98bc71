import { expect, it } from "vitest";
import { toScopeEntries } from "./scope-field.tsx";

it("the lines of the field are hosts, addresses and ranges, each once", () => {
  expect(
    toScopeEntries("  Lab.Example.\n*.lab.example, 10.1.0.0/16\nhttps://api.example:8443/v1?x\n\nlab.example"),
  ).toEqual(["lab.example", "*.lab.example", "10.1.0.0/16", "api.example"]);
  expect(toScopeEntries(" \n ")).toEqual([]);
});
