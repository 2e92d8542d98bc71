import { describe, expect, it } from "vitest";
import { checkNewName, toNameKey, toPathParts } from "./safe-path.ts";

describe("a path inside a folder", () => {
  it.each([
    ["plan.md", ["plan.md"]],
    ["./a//b/./c.txt", ["a", "b", "c.txt"]],
    ["a\\b.txt", ["a", "b.txt"]],
    ["", []],
    ["..hidden/x...y", ["..hidden", "x...y"]],
    ["Straße/日本語/ملف.txt", ["Straße", "日本語", "ملف.txt"]],
    ["%2e%2e/x", ["%2e%2e", "x"]],
    ["Re: plan.txt", ["Re: plan.txt"]],
  ])("%j has its parts", (path, parts) => {
    expect(toPathParts(path)).toEqual(parts);
  });

  it.each([
    "..",
    "../x",
    "a/../../x",
    "a\\..\\x",
    "/etc/passwd",
    "\\\\server\\share",
    "C:\\x",
    "c:x",
    "file:///etc/passwd",
    "https://example.org/x",
    "~/x",
    "~",
    ".. /x",
    "a/\u2024\u2024/x",
    "\uff0e\uff0e/x",
    "a/\u2025/x",
    "a/\u2026/x",
    "...",
    "a\uff0fb",
    "a/ . . /x",
  ])("%j leads out of it, or might, and is refused", (path) => {
    expect(() => toPathParts(path)).toThrow(/out of the folder/);
  });

  it.each(["a\u0000b", "a\nb", "photo\u202egnp.exe", "\ud800", "x/".repeat(40)])("%j is no name here", (path) => {
    expect(() => toPathParts(path)).toThrow(/no name/);
  });
});

describe("a new name", () => {
  it.each([
    "CON",
    "nul.txt",
    "com1",
    "a.",
    "a ",
    "a<b",
    "a?b",
    "ü".repeat(128),
    "COM¹",
    "conin$",
    "a\u200bb",
    "a\u00adb",
    "a\u{e0061}",
    "a\ufe0f",
    "a\u200d",
  ])("%j is refused", (name) => {
    expect(() => checkNewName(name)).toThrow(/no name/);
  });

  it.each(["console.log", "Größe.md", "a b", ".env", "x".repeat(255), "👩‍🌾 plan.md", "❤️.txt", "می‌خواهم.txt"])(
    "%j is good",
    (name) => {
      expect(() => checkNewName(name)).not.toThrow();
    },
  );
});

it("names in another case or Unicode form are the same", () => {
  expect(toNameKey("Caf\u00e9.TXT")).toBe(toNameKey("cafe\u0301.txt"));
});
