import { describe, expect, test } from "vitest";
import { patternToGbnf } from "./pattern-to-gbnf.ts";

describe("patternToGbnf", () => {
  test.each([
    ["^abc$", '"a" "b" "c"'],
    ["^a|b$", '"a" | "b"'],
    ["^[0-9]{1,3}$", "[0-9]{1,3}"],
    ["^(?:ab)?c*$", '("a" "b")? "c"*'],
    ["^\\d+\\.\\d$", '[0-9]+ "." [0-9]'],
    ["^\\(?7\\)?$", '"("? "7" ")"?'],
  ])("%s becomes a rule's body", (pattern, body) => {
    expect(patternToGbnf(pattern)).toBe(body);
  });

  test.each(["abc", "^a", "^a.b$", "^(?=a)b$", '^"$', "^\\\\$", "^[^a]$", "^(a$", "^a)$", "^\\bx$", "^[\\s]$"])(
    "%s is left to the check after parsing",
    (pattern) => {
      expect(patternToGbnf(pattern)).toBeNull();
    },
  );
});
