import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import examples from "./examples.json" with { type: "json" };

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Counts grapheme clusters (Unicode annex 29): an accented letter or a family emoji counts as one. */
export const stringLength = defineTool({
  name: "string_length",
  description:
    "Counts the characters of a text as a reader sees them: every letter, digit, space, sign or emoji is one. Use it to " +
    "count the letters of a word.",
  effect: "reads",
  input: z.object({ text: z.string().check(z.describe("The text to count")) }),
  examples: examples.string_length,
  run: ({ text }) => {
    let count = 0;
    for (const _ of segmenter.segment(text)) count += 1;
    return count;
  },
});
