import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../protocol/json.ts";
import type { FormatId } from "../../protocol/model.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import { collectEvents, mergeDeltas } from "../corpus/parse-output.fixture.ts";
import type { Format, ParseEvent } from "../format.ts";
import { FORMATS } from "./resolve-format.ts";

declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

/** Generated inputs per property: 5,000 on every run, 100,000 with FULL=1. */
const RUNS = process.env.FULL === "1" ? 100_000 : 5_000;
const TIMEOUT = process.env.FULL === "1" ? 1_200_000 : 120_000;

const tools: readonly ToolSpec[] = [
  {
    name: "save",
    description: "",
    parameters: { type: "object", properties: { text: { type: "string" }, count: { type: "integer" } } },
  },
  { name: "toString", description: "", parameters: { type: "object", properties: {} } },
];

const FRAGMENTS = [
  ...Object.values(FORMATS).flatMap((format) => format.markers),
  ...[
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    '"',
    "'",
    ":",
    ",",
    "\\",
    "```",
    "```json\n",
    "\n",
    " ",
    "<",
    ">",
    "|",
    "@tool ",
    "=",
  ],
  ...[
    '{"name":',
    '"arguments":',
    '{"tool":"save","args":{',
    "save",
    "toString",
    "function",
    "call:save{",
    "functools[",
    "functions.save:0",
    'save"><parameter name="text">',
    "save\n<arg_key>text</arg_key>\n",
  ],
  ...[
    "<function=save>",
    "<parameter=text>",
    "</parameter>",
    "[save(text='",
    "true",
    "None",
    "-1.5e3",
    "\\u00e9",
    "\\ud83d",
  ],
  ...["é", "日本", "😀", "\ud83d", "\u0000", "\u2028", "hello", "<|im_end|>", "{{{{", "]]]]"],
  ...['<tool_call>{"name":"save","arguments":{"text":"x"}}</tool_call>', '{"final":{"content":"x"}}'],
];

const anyFormat = fc.constantFrom(...(Object.keys(FORMATS) as FormatId[]));
const hostile = fc.array(fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...FRAGMENTS) }, fc.string()), {
  maxLength: 40,
});

function run(format: Format, pieces: readonly string[], reasoningOpen = false): readonly ParseEvent[] {
  const parser = format.createParser({ tools, reasoningOpen });
  return mergeDeltas([...pieces.flatMap((piece) => parser.push(piece)), ...parser.end()]);
}

function cutAt(text: string, cuts: readonly number[]): readonly string[] {
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((left, right) => left - right);
  return [0, ...places].map((place, index) => text.slice(place, places[index] ?? text.length));
}

describe("every format's parser", () => {
  it(
    "gives the same events however the output is cut, throws at nothing, and keeps what it cannot read",
    () => {
      let slowest = 0;
      let slowestInput: readonly [FormatId, string] = ["chatml", ""];
      const property = fc.property(
        anyFormat,
        hostile,
        fc.array(fc.nat(400), { maxLength: 8 }),
        fc.boolean(),
        (id, parts, cuts, open) => {
          const text = parts.join("");
          const started = performance.now();
          const whole = run(FORMATS[id], [text], open);
          const time = performance.now() - started;
          if (time > slowest) {
            slowest = time;
            slowestInput = [id, text];
          }
          expect(JSON.stringify(run(FORMATS[id], cutAt(text, cuts), open))).toBe(JSON.stringify(whole));
          expectConserved(id, text, whole);
        },
      );
      fc.assert(property, { numRuns: RUNS });
      // The slowest input is measured again: a stall of the machine is not the parser's.
      const [id, text] = slowestInput;
      const again = Array.from({ length: 5 }, () => {
        const started = performance.now();
        run(FORMATS[id], [text]);
        return performance.now() - started;
      });
      expect(Math.min(...again)).toBeLessThan(50);
    },
    TIMEOUT,
  );

  it(
    "gives back the text and the calls that were written",
    () => {
      const word = fc.stringMatching(/^[A-Za-z .,;!?éß日😀-]{1,20}$/u).filter((text) => /\p{L}/u.test(text));
      const value: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
        value: fc.oneof(
          { maxDepth: 3 },
          fc.string(),
          fc.integer(),
          fc.boolean(),
          fc.constant(null),
          fc.array(tie("value"), { maxLength: 3 }),
          fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), tie("value"), { maxKeys: 3 }),
        ),
      })).value;
      const input = fc.dictionary(fc.stringMatching(/^[a-z][a-z_]{0,8}$/), value, { maxKeys: 4 });
      const families = fc.constantFrom<FormatId>(
        "chatml",
        "llama3",
        "mistral",
        "generic",
        "pythonic",
        "deepseek",
        "phi4",
        "kimi",
        "granite",
      );
      const property = fc.property(families, word, input, word, input, (id, before, first, between, second) => {
        const format = FORMATS[id];
        const text = `${before}\n${format.renderCall("save", first)}\n${between}\n${format.renderCall("toString", second)}`;
        const output = collectEvents(run(format, [text]));
        expect(output.calls).toEqual([
          { name: "save", arguments: first },
          { name: "toString", arguments: second },
        ]);
        expect(output.broken).toEqual([]);
        expect(output.text.replaceAll(/\s+/g, " ")).toBe(`${before} ${between}`.replaceAll(/\s+/g, " ").trim());
      });
      fc.assert(property, { numRuns: Math.ceil(RUNS / 5) });
    },
    TIMEOUT,
  );
});

it(
  "gives back the texts and numbers of calls whose arguments stand in tags of their own",
  () => {
    const text = fc
      .string({ unit: "binary", maxLength: 40 })
      .filter((value) => !/<\/|<arg_|<param|^\s*null\s*$|^\r?\n|\n$/i.test(value));
    const families = fc.constantFrom<FormatId>("qwen3-coder", "glm", "minimax");
    const property = fc.property(families, text, fc.integer(), fc.array(fc.nat(400)), (id, value, count, cuts) => {
      const format = FORMATS[id];
      const written = `Well. ${format.renderCall("save", { text: value, count })} So.`;
      const output = collectEvents(run(format, cutAt(written, cuts)));
      expect(output.calls).toEqual([{ name: "save", arguments: { text: value, count } }]);
      expect(output.broken).toEqual([]);
      expect(output.text.replaceAll(/\s+/g, " ")).toBe("Well. So.");
    });
    fc.assert(property, { numRuns: Math.ceil(RUNS / 5), examples: [["qwen3-coder", "\r", 0, []]] });
  },
  TIMEOUT,
);

/** Text, reasoning and broken pieces stand in the input in this order; what is missing from them is markup and calls. */
function expectConserved(id: FormatId, input: string, events: readonly ParseEvent[]): void {
  let at = 0;
  for (const event of events) {
    const piece = event.type === "call-broken" ? event.broken.raw : event.type.endsWith("-delta") ? textOf(event) : "";
    if (event.type === "call-broken") {
      expect(input.slice(event.broken.position, event.broken.position + piece.length)).toBe(piece);
      expect(event.broken.position).toBeGreaterThanOrEqual(0);
    }
    // The protocol's texts are decoded from JSON, so only their order and their broken pieces can be compared.
    if (id === "protocol") continue;
    // White space at the end of one stretch is given with the next, so only what can be seen is followed.
    for (const unit of piece.replaceAll(/\s/g, "")) {
      const found = input.indexOf(unit, at);
      if (found === -1) expect.fail(`${id}: ${JSON.stringify(unit)} of ${JSON.stringify(piece)} is not in the input`);
      at = found + unit.length;
    }
  }
  const hasMarkup = /[<{[`@("\\|]|call:|functools/.test(input);
  if (!hasMarkup && id !== "protocol" && events.length > 0) {
    const everything = events.map(textOf).join("");
    expect(everything.replaceAll(/\s/g, "")).toBe(input.replaceAll(/\s/g, ""));
  }
}

function textOf(event: ParseEvent): string {
  return event.type === "text-delta" || event.type === "reasoning-delta" ? event.text : "";
}

/** Keeps the object type in the imports honest: arguments of calls are plain objects. */
it("gives arguments as plain objects", () => {
  const events = run(FORMATS.chatml, ['<tool_call>{"name":"save","arguments":{"toString":1}}</tool_call>']);
  const call = events.find((event) => event.type === "call");
  const input: JsonObject = call?.type === "call" ? call.arguments : {};
  expect(Object.getPrototypeOf(input)).toBe(Object.prototype);
  expect(Object.keys(input)).toEqual(["toString"]);
});
