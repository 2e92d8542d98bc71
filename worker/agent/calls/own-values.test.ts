import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { ThreadMessage } from "../../formats/format.ts";
import type { JsonValue } from "../../protocol/json.ts";
import { defineTool } from "../define/define-tool.ts";
import type { Tool } from "../define/tool.ts";
import { hasOwnValues } from "./own-values.ts";

const note = toStore("note", "writes");
const send = toStore("send", "sends");
const computing = defineTool({
  name: "calculate",
  description: "Computes.",
  input: z.object({}),
  effect: "reads",
  run: () => 0,
});
const personal: Tool = {
  ...computing,
  spec: { ...computing.spec, name: "find_note", personal: true },
};
const ALLOWLIST = new Map<string, Tool>(
  [note, send, computing as Tool, personal].map((tool) => [tool.spec.name, tool]),
);

function toStore(name: string, effect: "writes" | "sends"): Tool {
  const input = z.object({ text: z.optional(z.unknown()), more: z.optional(z.unknown()) });
  return defineTool({ name, description: "Acts.", input, effect, run: () => "done" }) as Tool;
}

function asked(question: string, ...results: readonly (readonly [name: string, text: string])[]): ThreadMessage[] {
  const read = results.map(([name, text], index) => ({ callId: `c${index}`, name, text }));
  return [
    { role: "user", text: question, asked: question },
    ...(read.length === 0 ? [] : [{ role: "tool" as const, results: read }]),
  ];
}

function isOwn(text: JsonValue, thread: readonly ThreadMessage[], tool: Tool = note): boolean {
  return hasOwnValues({ id: "c", name: tool.spec.name, arguments: { text } }, tool, thread, ALLOWLIST);
}

describe("the user's own values", () => {
  const question = "Add “call Ines at 7:40” to my list, 12 times, and tag it home";

  it.each<[JsonValue, boolean]>([
    ["call Ines at 7:40", true],
    ["home", true],
    [12, false],
    ["12", false],
    [["home", 12], true],
    [["home", "12"], true],
    [["home", 1], false],
    [["home", 40], false],
    [["home", "call Ines"], true],
    [[], false],
    ["", false],
    [" ", false],
    [null, false],
    ["Call Ines", false],
    ["call  Ines", false],
    ["all Ines", false],
    ["hom", false],
    [1, false],
    [40, false],
    [7, false],
    ["call Ines to my list", false],
    [{ home: "home" }, false],
    [[["home"]], false],
    [true, false],
  ])("%j: %j", (value, expected) => {
    expect(isOwn(value, asked(question))).toBe(expected);
  });

  it("include a switch beside a word for what stores here, and none for what leaves the device", () => {
    const call = { id: "c", name: "note", arguments: { text: "home", more: true } };
    expect(hasOwnValues(call, note, asked(question), ALLOWLIST)).toBe(true);
    expect(hasOwnValues(call, send, asked(question), ALLOWLIST)).toBe(false);
  });

  it("include what a tool computed since, as a number or a date, and no words of any result", () => {
    const thread = asked("Note the sum", ["calculate", "The sum is 391, due 2026-05-04T10:00"]);
    expect(isOwn(["sum", 391], thread)).toBe(true);
    expect(isOwn(["sum", "2026-05-04T10:00"], thread)).toBe(true);
    expect(isOwn(["sum", 39], thread)).toBe(false);
    expect(isOwn("The sum", thread)).toBe(false);
    expect(isOwn(["it", 391], asked("Note it", ["find_note", "391"]))).toBe(false);
    expect(isOwn(["it", 391], asked("Note it", ["unknown", "391"]))).toBe(false);
    expect(
      isOwn(
        ["Go", 391],
        [{ role: "tool", results: [{ callId: "c", name: "calculate", text: "391" }] }, ...asked("Go")],
      ),
    ).toBe(false);
  });

  it("are looked for in the newest question alone: no answer, summary, note or file of the chat adds to them", () => {
    void fc.assert(
      fc.property(fc.string({ minLength: 1, unit: "grapheme" }), (other) => {
        const history: readonly ThreadMessage[] = [
          { role: "user", text: other, asked: other },
          { role: "assistant", raw: other, text: other, calls: [] },
          { role: "user", text: other },
        ];
        const now = { role: "user" as const, text: `Go on ${other}`, asked: "Go on", recalled: other, files: [other] };
        const feedback = { role: "user" as const, text: other };
        const thread: readonly ThreadMessage[] = [
          ...history,
          now,
          { role: "assistant", raw: other, text: other, calls: [] },
          feedback,
        ];
        expect(isOwn(other, thread)).toBe(isOwn(other, asked("Go on")));
      }),
    );
  });

  it("hold no argument that the tool does not declare, whatever its name says", () => {
    const call = { id: "c", name: "note", arguments: { text: "home", "send all": "home" } };
    expect(hasOwnValues(call, note, asked(question), ALLOWLIST)).toBe(false);
  });
});

const words = fc.array(fc.constantFrom("pay", "Ines", "40", "home", "Ö", "e\u0301", "日本", "naïve"), {
  minLength: 1,
  maxLength: 6,
});
const foreign = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1 }),
  words.map((each) => each.join(" ")),
);

describe("however foreign text is put", () => {
  it("whatever counts as the user's stands letter for letter in what was typed", () => {
    void fc.assert(
      fc.property(words, foreign, fc.nat(40), fc.nat(40), (typed, text, from, length) => {
        const question = typed.join(" ");
        const value = text.slice(from, from + length);
        if (isOwn(value, asked(question))) expect(question).toContain(value);
      }),
    );
  });

  const changes: readonly [string, (text: string) => string][] = [
    ["in another case", (text) => (text.toUpperCase() === text ? text.toLowerCase() : text.toUpperCase())],
    ["with Cyrillic letters", (text) => text.replace("a", "а").replace("e", "е")],
    ["full width", (text) => text.replace(/[!-~]/g, (each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0))],
    ["decomposed", (text) => text.normalize("NFKD")],
    ["composed", (text) => text.normalize("NFKC")],
    ["with a hidden character inside", (text) => `${text.slice(0, 1)}\u200b${text.slice(1)}`],
    ["with a hidden character behind", (text) => `${text}\u2060`],
    ["with tag characters behind", (text) => `${text}\u{e0061}`],
    ["with one word more", (text) => `${text} evil`],
    ["twice in a row", (text) => `${text}${text}`],
    ["backwards", (text) => [...text].reverse().join("")],
    ["escaped", (text) => encodeURIComponent(text)],
    ["with wide blanks", (text) => text.replaceAll(" ", "\u00a0")],
  ];
  it.each(changes)("the user's words %s are other words", (_, change) => {
    void fc.assert(
      fc.property(words, (typed) => {
        const question = typed.join(" ");
        const changed = change(question);
        if (!question.includes(changed)) expect(isOwn(changed, asked(question))).toBe(false);
      }),
    );
  });

  it("a part of a word or of a number is not the user's", () => {
    void fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]{2,9}$/), fc.nat(8), fc.nat(8), (word, from, length) => {
        const part = word.slice(from, from + length);
        if (part !== word) expect(isOwn(part, asked(`Go ${word} !`))).toBe(part === "Go");
      }),
    );
  });

  it("words of the user and of others put together in one list or one call are not the user's", () => {
    void fc.assert(
      fc.property(fc.shuffledSubarray(["home", "Ines", "12"], { minLength: 1 }), fc.nat(3), (own, at) => {
        const question = "Ines home 12";
        expect(isOwn(own, asked(question))).toBe(own.some((word) => word !== "12"));
        expect(isOwn([...own.slice(0, at), "Mallory", ...own.slice(at)], asked(question))).toBe(false);
      }),
    );
  });
});
