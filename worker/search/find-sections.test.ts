import { describe, expect, test } from "vitest";
import { findSections, type ManualSection, toExcerpt } from "./find-sections.ts";

const SECTIONS: readonly ManualSection[] = [
  { page: "Tools", title: "A tool", address: "tools.html", text: "A function the model may call." },
  { page: "Tools", title: "Faults and hooks", address: "tools.html#faults", text: "onToolCall may veto a call." },
  { page: "Files", title: ".clad.toml: a tool", address: "files.html#clad", text: "Its fields, and what a secret is." },
];

describe("the manual's search", () => {
  test.each([
    ["hooks", ["tools.html#faults"]],
    ["clad", ["files.html#clad"]],
    ["onToolCall", ["tools.html#faults"]],
    ["secret fields", ["files.html#clad"]],
    ["secret hooks", []],
    [" ", []],
  ])("finds %j", (query, addresses) => {
    expect(findSections(SECTIONS, query).map(({ address }) => address)).toEqual(addresses);
  });

  test("has what bears the word in its title first", () => {
    expect(findSections(SECTIONS, "tool").map(({ address }) => address)).toEqual([
      "tools.html",
      "files.html#clad",
      "tools.html#faults",
    ]);
  });

  test("shows a long text around the word", () => {
    const text = `${"before ".repeat(40)}the scope of a target ${"after ".repeat(40)}`;
    const excerpt = toExcerpt({ page: "", title: "", address: "", text }, "scope");
    expect(excerpt).toContain("the scope of a target");
    expect(excerpt.length).toBeLessThan(200);
  });
});
