import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { StopFilter } from "./stop-filter.ts";

function feed(text: string, stops: readonly string[], cuts: readonly number[]): string {
  const filter = new StopFilter(stops);
  let output = "";
  let start = 0;
  for (const cut of [...cuts, text.length]) {
    output += filter.push(text.slice(start, cut));
    start = Math.max(start, cut);
  }
  return output + filter.end();
}

describe("StopFilter", () => {
  test("text ends before the first stop string, wherever the stream was cut", () => {
    const text = "Hello <|im_end|> never seen";
    for (let cut = 0; cut <= text.length; cut += 1) expect(feed(text, ["<|im_end|>"], [cut])).toBe("Hello ");
  });

  test("a beginning of a stop string that goes on differently is let through whole", () => {
    expect(feed("a <|im_start", ["<|im_end|>"], [3, 5, 8])).toBe("a <|im_start");
  });

  test("of several stop strings the earliest counts", () => {
    expect(feed("one two three", ["three", "two"], [2, 9])).toBe("one ");
  });

  test("any text cut anywhere gives what a whole-text search gives", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 24 });
    const stop = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(letters, fc.array(stop, { maxLength: 2 }), (text, stops) => {
        const ends = stops.map((item) => text.indexOf(item)).filter((index) => index !== -1);
        const whole = ends.length === 0 ? text : text.slice(0, Math.min(...ends));
        // One character at a time a longer stop string may complete after a shorter one that begins later.
        const byOne = feed(
          text,
          stops,
          [...text].map((_, index) => index),
        );
        if (stops.length <= 1) expect(byOne).toBe(whole);
        expect(text.startsWith(byOne)).toBe(true);
        for (const item of stops) expect(byOne.includes(item)).toBe(false);
      }),
    );
  });
});
