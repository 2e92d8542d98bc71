import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileLinearPattern, StepsUsedUp } from "./linear-pattern.ts";

describe("a linear pattern", () => {
  it.each([
    ["^(exploit|auxiliary|post)/[a-zA-Z0-9_/]+$", ["exploit/windows/smb", "post/x"], ["exploit/", "x/post/a b"]],
    ["^[a-z]+(/[a-z]+)*$", ["a", "a/b/c"], ["a//b", "/a", "a/"]],
    ["\\bcat\\b", ["a cat sat", "cat"], ["concat", "cats"]],
    ["^\\d{3}-\\d{2,4}$", ["123-45", "123-4567"], ["123-4", "123-45678"]],
    ["^(?:ab|a)b?$", ["ab", "abb", "a"], ["b", "abbb"]],
    ["^(?<year>\\d{4})?x{2,}$", ["2020xx", "xxxx"], ["2020x"]],
    ["^\\p{L}+$", ["straße", "日本"], ["a1"]],
    ["^.$", ["😀", "a"], ["", "ab", "\n"]],
    ["[^\\]a-c]", ["d"], ["abc", "]"]],
    ["^$", [""], ["a"]],
    ["^\\u{1F600}\\x41\\/$", ["😀A/"], ["😀a/"]],
    ["colou??r", ["color", "colour"], ["colouur"]],
  ])("%s accepts and refuses what the platform's engine does", (source, good, bad) => {
    const test = compileLinearPattern(source);
    for (const text of good) expect([text, test(text), new RegExp(source, "u").test(text)]).toEqual([text, true, true]);
    for (const text of bad)
      expect([text, test(text), new RegExp(source, "u").test(text)]).toEqual([text, false, false]);
  });

  it("agrees with the platform's engine on random patterns and texts", () => {
    const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
      pattern: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom("a", "b", ".", "[ab]", "[^a]", "^", "$", "\\b", "\\d", ""),
        fc.tuple(tie("pattern"), tie("pattern")).map(([left, right]) => left + right),
        fc.tuple(tie("pattern"), tie("pattern")).map(([left, right]) => `(${left}|${right})`),
        fc
          .tuple(tie("pattern"), fc.constantFrom("*", "+", "?", "{2}", "{0,2}", "{1,}", "*?"))
          .map(([inner, repeat]) => `(?:${inner})${repeat}`),
      ),
    }));
    const text = fc.string({ unit: fc.constantFrom("a", "b", "1", " "), maxLength: 8 });
    fc.assert(
      fc.property(pattern, text, (source, sample) => {
        expect(compileLinearPattern(source)(sample)).toBe(new RegExp(source, "u").test(sample));
      }),
      { numRuns: 3000 },
    );
  });

  it.each(["^(a+)+$", "^(a|a)*$", "(a*)*b", "^(a|aa)+$", "a*a*a*a*a*a*c", "^(([a-z])+.)+[A-Z]([a-z])+$"])(
    "%s, which can stop the platform's engine, is tested in milliseconds",
    (source) => {
      const test = compileLinearPattern(source);
      const start = performance.now();
      expect(test(`${"a".repeat(5_000)}!`)).toBe(false);
      expect(performance.now() - start).toBeLessThan(500);
    },
  );

  it.each(["^(?:a?){900}b$", "(?:a?){400}[0-9]", "(a|(a|(a|(a|a))))*b"])(
    "%s visits each of its states once or twice a character",
    (source) => {
      const budget = { left: 10_000_000 };
      compileLinearPattern(source)("a".repeat(500), budget);
      expect(10_000_000 - budget.left).toBeGreaterThan(500);
      expect(10_000_000 - budget.left).toBeLessThan(501 * 3 * 2_000);
    },
  );

  it("refuses with a sentence when the steps of a check are used up, over several texts too", () => {
    const test = compileLinearPattern("^[a-z]+$");
    const budget = { left: 1_000 };
    expect(test("a".repeat(100), budget)).toBe(true);
    expect(() => test("a".repeat(1_000), budget)).toThrow(StepsUsedUp);
    expect(() => test("a", budget)).toThrow("takes too many steps");
    expect(() => compileLinearPattern("(?:a?){900}b")("a".repeat(11_000))).toThrow(StepsUsedUp);
  });

  it.each([
    ["(?=a)", "look-around"],
    ["(?<!a)b", "look-around"],
    ["(a)\\1", "back-reference"],
    ["(", "not valid"],
    ["a{5000}", "too many repetitions"],
    ["((a{50}){50}){50}", "too many repetitions"],
    ["((((){999}){999}){999}){999}", "too many repetitions"],
    [`${"(".repeat(60)}a${")".repeat(60)}`, "deep nesting"],
    ["a".repeat(1001), "longer than"],
  ])("refuses %s with a reason", (source, reason) => {
    expect(() => compileLinearPattern(source)).toThrow(reason);
  });
});
