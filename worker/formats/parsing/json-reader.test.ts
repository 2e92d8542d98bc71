import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonReader, type LiteralFault, type LiteralValue, type RootObserver, readJsonText } from "./json-reader.ts";
import { TextSource } from "./text-source.ts";

/** What is read from a text that comes in pieces; undefined while there is more to come. */
function readPieces(pieces: readonly string[], observer: RootObserver = {}): LiteralValue | LiteralFault | undefined {
  const source = new TextSource();
  const reading = new JsonReader(source, {}, observer).read();
  for (const piece of pieces) {
    source.push(piece);
    const step = reading.next();
    if (step.done === true) return step.value;
  }
  return undefined;
}

/** Texts that a reader of calls must accept, in the manner of JSON test suites: each a whole object or list. */
const ACCEPTED: readonly string[] = [
  "{}",
  "[]",
  " { } ",
  "\t[\n]\r\n",
  '{"":0}',
  '{"a":null,"b":true,"c":false}',
  "[0,-0,1,-1,10,0.5,-0.5,1e3,1E3,1e+3,1e-3,1.5E-2]",
  "[123456789012345678901234567890]",
  '["","a","\\"","\\\\","\\/","\\b\\f\\n\\r\\t"]',
  '["\\u0041","\\u00e9","\\ud83d\\ude00","\\ud83d","\\uDEAD"]',
  '["é","日本","😀","\u2028\u2029","\u007f"]',
  '{"a":{"b":{"c":[1,[2,[3]]]}}}',
  '{"a":1,"a":2}',
  "[[],{},[[]],[{}]]",
  '{"toString":1,"hasOwnProperty":2}',
  `${"[".repeat(64)}${"]".repeat(64)}`,
];

/** Texts that it must refuse: nothing here has one reading. */
const REFUSED: readonly string[] = [
  "",
  " ",
  "1",
  '"a"',
  "null",
  "{",
  "[",
  "}",
  "]",
  "[}",
  "{]",
  "[1",
  '{"a"',
  '{"a":',
  '{"a":1',
  "[1 2]",
  '{"a" 1}',
  '{"a":1 "b":2}',
  "[,]",
  "[1,,2]",
  "{,}",
  '{"a":1,,"b":2}',
  "{1:2}",
  "{a:1}",
  "{'a':1}",
  "['a']",
  "[01]",
  "[+1]",
  "[.5]",
  "[1.]",
  "[1.e1]",
  "[1e]",
  "[1e+]",
  "[- 1]",
  "[-]",
  "[0x10]",
  "[1_000]",
  "[NaN]",
  "[Infinity]",
  "[-Infinity]",
  "[1e999]",
  "[True]",
  "[None]",
  "[undefined]",
  "[nul]",
  "[truee]",
  '["a',
  '["\\x41"]',
  '["\\q"]',
  '["\\u12"]',
  '["\\u12G4"]',
  '["\\U0041"]',
  "[1]x",
  "[1][2]",
  "/* c */[1]",
  "[1]//c",
  '{"__proto__":1}',
  '{"a":{"constructor":1}}',
  '[{"prototype":{}}]',
  '{"\\u005f_proto__":1}',
  `${"[".repeat(65)}${"]".repeat(65)}`,
  `${'{"a":'.repeat(65)}1${"}".repeat(65)}`,
  `["${"x".repeat(262_145)}"]`,
  `[${"1,".repeat(10_000)}1]`,
];

/** Texts with a fault that has one reading, and what they read as. */
const REPAIRED: readonly (readonly [text: string, value: unknown])[] = [
  ["[1,]", [1]],
  ['{"a":1,}', { a: 1 }],
  ['{"a":[1,],}', { a: [1] }],
  ['["a\nb"]', ["a\nb"]],
  ['["a\tb\u0000c"]', ["a\tb\u0000c"]],
  ['["it\\\'s"]', ["it's"]],
];

/** Departures that only a family which writes Python is allowed. */
const PYTHON: readonly (readonly [text: string, value: unknown])[] = [
  ["[True,False,None]", [true, false, null]],
  ["{'a':'b'}", { a: "b" }],
  ["{'a':\"it's\"}", { a: "it's" }],
  ["['say \"x\"']", ['say "x"']],
];

describe("JsonReader", () => {
  it.each(ACCEPTED)("accepts %s as JSON.parse does", (text) => {
    const read = readJsonText(text);
    expect(read.ok ? read.value : read.reason).toEqual(JSON.parse(text));
    expect(read.ok ? read.repairs : null).toEqual([]);
  });

  it.each(REFUSED.map((text) => [text.slice(0, 60), text] as const))("refuses %s with a reason", (_shown, text) => {
    const read = readJsonText(text);
    expect(read.ok).toBe(false);
    expect(read.ok ? "" : read.reason).not.toBe("");
  });

  it.each(REPAIRED)("repairs %s and says so", (text, value) => {
    const read = readJsonText(text);
    expect(read.ok ? read.value : read.reason).toEqual(value);
    expect(read.ok ? read.repairs : []).toHaveLength(1);
  });

  it.each(PYTHON)("reads %s only where Python is expected", (text, value) => {
    expect(readJsonText(text).ok).toBe(false);
    const read = readJsonText(text, { python: true });
    expect(read.ok ? read.value : read.reason).toEqual(value);
  });

  it("reads keys without quotes only where they are expected", () => {
    expect(readJsonText("{a_1: 1}").ok).toBe(false);
    expect(readJsonText("{a_1: 1, $b: {c: 2}}", { bareKeys: true })).toMatchObject({
      ok: true,
      value: { a_1: 1, $b: { c: 2 } },
    });
    expect(readJsonText("{a b: 1}", { bareKeys: true }).ok).toBe(false);
  });

  it("agrees with JSON.parse on every JSON value, in any number of pieces", () => {
    const value = fc.oneof(
      fc.dictionary(fc.stringMatching(/^[^_c][a-z]{0,5}$/), fc.jsonValue()),
      fc.array(fc.jsonValue()),
    );
    fc.assert(
      fc.property(value, fc.nat(), fc.boolean(), (written, cut, pretty) => {
        const text = JSON.stringify(written, null, pretty ? 2 : 0);
        const place = cut % text.length;
        const read = readPieces([text.slice(0, place), text.slice(place)]);
        if (/[{,]\s*"(?:__proto__|constructor|prototype)":/.test(text)) expect(read).toHaveProperty("fault");
        else expect(read).toEqual({ value: JSON.parse(text) });
      }),
      { numRuns: 2_000 },
    );
  });

  it("tells of the outermost members while they are read", () => {
    const seen: string[] = [];
    const read = readPieces(['{"name": "f", "arguments": {"x": {"name": 1}}'], {
      onKey: (key) => seen.push(`${key}:`),
      onMember: (key, value) => seen.push(`${key}=${JSON.stringify(value)}`),
    });
    expect(seen).toEqual(["name:", 'name="f"', "arguments:", 'arguments={"x":{"name":1}}']);
    expect(read).toBeUndefined();
  });
});
