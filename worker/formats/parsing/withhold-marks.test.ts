import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMarkFilter } from "./withhold-marks.ts";

function clean(...chunks: readonly string[]): { readonly text: string; readonly marks: number } {
  const filter = createMarkFilter();
  const pieces = [...chunks.map((chunk) => filter.push(chunk)), filter.end()];
  return {
    text: pieces.map(({ text }) => text).join(""),
    marks: pieces.reduce((sum, { marks }) => sum + marks, 0),
  };
}

describe("stray protocol marks", () => {
  it.each([
    ["The sum is 8. <tool_response>", "The sum is 8. ", 1],
    ["<tool_response>\nError\n</tool_response>It is 8.", "It is 8.", 1],
    ["<tool_response>It is 8.", "It is 8.", 1],
    ['[TOOL_CALLS] [{"name": "add", "arguments": {"a": "]"}}] Done.', " Done.", 1],
    ['<|python_tag|>{"name": "add", "parameters": {"a": 1', "", 1],
    ["<|im_start|>assistant<|im_end|>", "assistant", 2],
    ["<｜tool▁calls▁begin｜>Yes.", "Yes.", 1],
    ['Well.\n@tool add {"a": 1}\nIt is 8.', "Well.\n\nIt is 8.", 1],
    ["</tool_call></tools>", "", 2],
    ["It is 8.<tool_resp", "It is 8.", 1],
  ])("of any dialect are taken out of %j", (raw, text, marks) => {
    expect(clean(raw)).toEqual({ text, marks });
    expect(clean(...raw)).toEqual({ text, marks });
  });

  it.each([
    "Write `<tool_call>` before it.",
    "```\n<tool_call>\n[TOOL_CALLS]\n```\nLike this.",
    "```python\n@tool add\n```",
    "a < b || b > c, [INSTALL], mail me @tools, x@tool y",
    "<table><tr></table>",
    "Use @tool\nnow",
  ])("are left where they are quoted, or are none: %j", (raw) => {
    expect(clean(raw)).toEqual({ text: raw, marks: 0 });
    expect(clean(...raw)).toEqual({ text: raw, marks: 0 });
  });

  it("are found whatever the chunk borders are", async () => {
    const piece = fc.constantFrom(
      "<tool_response>",
      "</tool_response>",
      "[TOOL_CALLS]",
      "<|",
      "|>",
      "im_end",
      "@tool x",
      "\n",
      "`",
      "```",
      "{",
      "}",
      '"',
      "<",
      "a b",
    );
    await fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.nat(9), (pieces, size) => {
        const raw = pieces.join("");
        const chunks = raw.match(new RegExp(`[^]{1,${size + 1}}`, "g")) ?? [];
        expect(clean(...chunks)).toEqual(clean(raw));
      }),
    );
  });
});
