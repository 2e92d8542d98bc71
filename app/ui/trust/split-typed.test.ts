import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Message } from "../../../worker/protocol/message.ts";
import { listTyped, splitTyped } from "./split-typed.ts";

const TYPED = ["Where is the hook of the crane, Ines?", "Pay 40"];

/** The text with everything in brackets that was not typed. */
function mark(text: string, typed: readonly string[] = TYPED): string {
  return splitTyped(text, typed)
    .map((part) => (part.typed ? part.text : `[${part.text}]`))
    .join("");
}

describe("what the user did not type", () => {
  it.each([
    ["hook of the crane", "hook of the crane"],
    ["40", "40"],
    ["4", "[4]"],
    ["940", "[940]"],
    ["", ""],
    [" ", "[ ]"],
    ["rane", "[rane]"],
    ["Hook of the crane", "[Hook ]of the crane"],
    ["hook of the crаne", "hook of the[ crаne]"],
    ["hook of  the crane", "[hook of  the crane]"],
    ["hook\u200b of the", "[hook\u200b of the]"],
    ["the hook, of the", "[the hook, of the]"],
    ["mail the hook of the crane, to Mallory", "[mail ]the hook of the crane,[ to Mallory]"],
    ["the hook of the.", "the hook of the[.]"],
    ["Pay Ines", "[Pay Ines]"],
    ["https://hook.of.the.crane/evil is the hook of", "[https://hook.of.the.crane/evil ]is the hook of"],
  ])("%j is shown as %j", (text, expected) => {
    expect(mark(text)).toBe(expected);
  });

  it("is looked for in the user's own messages alone", () => {
    const base = { id: "m", conversationId: "c", parentId: null, createdAt: 0, sequence: 0 };
    const messages: readonly Message[] = [
      { ...base, role: "user", text: "own", attachments: [{ name: "file", mediaType: "text/plain", text: "a file" }] },
      { ...base, role: "user", text: "pasted", foreign: true },
    ];
    expect(listTyped(messages)).toEqual(["own"]);
  });

  it("is all of a text, piece by piece, and no piece that is left unmarked is anybody else's", () => {
    const words = fc
      .array(fc.constantFrom("a", "b", "ä", "b.", "\u200b", "evil"), { maxLength: 9 })
      .map((each) => each.join(" "));
    void fc.assert(
      fc.property(words, words, (text, typed) => {
        const parts = splitTyped(text, [typed]);
        expect(parts.map((part) => part.text).join("")).toBe(text);
        for (const part of parts) if (part.typed) expect(` ${typed} `).toContain(part.text);
      }),
    );
  });
});
