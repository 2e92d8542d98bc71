import { describe, expect, it } from "vitest";
import { matchFormula } from "./match-formula.ts";

describe("formulas", () => {
  it.each([
    ["$x^2$ rest", "x^2", false],
    ["$$a\n+ b$$", "a\n+ b", true],
    ["\\(x\\) rest", "x", false],
    ["\\[x\\]", "x", true],
  ])("are found in %s", (text, source, block) => {
    expect(matchFormula(text)).toMatchObject({ source, block });
  });

  it.each(["$5 and $6", "$ x$", "$x $", "$20$30", "$$", "$", "\\(unfinished", "word $x$"])(
    "are not seen in %s",
    (text) => {
      expect(matchFormula(text)).toBeUndefined();
    },
  );
});
