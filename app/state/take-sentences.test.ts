import { describe, expect, it } from "vitest";
import { takeSentences } from "./take-sentences.ts";

describe("sentences for the live region", () => {
  it("are taken when they are complete, the rest later", () => {
    expect(takeSentences("It is 16. I used the calc", false)).toEqual({
      sentences: ["It is 16."],
      rest: " I used the calc",
    });
  });

  it("do not end inside a number", () => {
    expect(takeSentences("Pi is 3.14159 and", false).sentences).toEqual([]);
  });

  it("end at line breaks, as lists have no full stops", () => {
    expect(takeSentences("- one\n- two\n", false).sentences).toEqual(["- one", "- two"]);
  });

  it("are read without Markdown's signs", () => {
    expect(takeSentences("The **answer** is `16`.", true).sentences).toEqual(["The answer is 16 ."]);
  });

  it("give up the rest at the end, and nothing for nothing", () => {
    expect(takeSentences("no stop", true)).toEqual({ sentences: ["no stop"], rest: "" });
    expect(takeSentences("  \n ", true).sentences).toEqual([]);
  });

  it("say every word of a text once, wherever it is cut", () => {
    const text = "One. Two! Three?\nFour five. Six";
    for (let cut = 0; cut <= text.length; cut += 1) {
      const first = takeSentences(text.slice(0, cut), false);
      const second = takeSentences(first.rest + text.slice(cut), true);
      const said = [...first.sentences, ...second.sentences].join(" ");
      expect(said).toBe("One. Two! Three? Four five. Six");
    }
  });
});
