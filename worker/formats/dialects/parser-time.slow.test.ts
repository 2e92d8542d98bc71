import { describe, expect, it } from "vitest";
import type { ToolSpec } from "../../protocol/tool.ts";
import type { Format } from "../format.ts";
import { FORMATS } from "./resolve-format.ts";

const tools: readonly ToolSpec[] = [
  { name: "save", description: "", parameters: { type: "object", properties: { text: { type: "string" } } } },
];

declare const process: {
  cpuUsage(): { readonly user: number; readonly system: number };
};

/** Units of the smaller text; the larger one has ten times as many: a million. */
const SMALL = 100_000;

/** Ten times the input in ten times the time is linear, a hundred times quadratic. */
const MAX_GROWTH = 10;

/** What disturbs a measurement only adds to it: the least of several is measured, and more of them where it is too much. */
const MIN_ROUNDS = 2;
const MAX_ROUNDS = 30;

/** Makes a hostile text of about `size` units. */
type Hostile = readonly [name: string, make: (size: number) => string];

const repeat = (unit: string, size: number): string => unit.repeat(Math.ceil(size / unit.length));
const HOSTILE: readonly Hostile[] = [
  ["opening braces", (size) => repeat("{", size)],
  ["opening brackets", (size) => repeat("[", size)],
  ["opening brackets and braces", (size) => repeat('[{"a":', size)],
  ["opening call tags", (size) => repeat("<tool_call>", size)],
  ["opening call tags with half an object", (size) => repeat('<tool_call>{"name":"save","arguments":{"text":"', size)],
  ["an unterminated string", (size) => `<tool_call>{"name":"save","arguments":{"text":"${"x".repeat(size)}`],
  ["an unterminated bare string", (size) => `{"name":"save","arguments":{"text":"${"x".repeat(size)}`],
  ["quotes", (size) => repeat(`{"a":"'{'b':'"`, size)],
  ["backslashes", (size) => `{"a":"${"\\\\".repeat(size / 2)}`],
  ["angle brackets", (size) => repeat("<", size)],
  ["almost-tags", (size) => repeat("<tool_cal", size)],
  ["white space", (size) => `a${" ".repeat(size)}`],
  ["white space after a tag", (size) => `<tool_call>${"\n".repeat(size)}`],
  ["fences", (size) => repeat("```json\n{", size)],
  ["Python calls", (size) => repeat("[save(text='", size)],
  ["Python brackets", (size) => `[save(text=${"[".repeat(size)}`],
  ["Gemma calls", (size) => repeat("<|tool_call>call:save{text:{", size)],
  ["Mistral markers", (size) => repeat("[TOOL_CALLS]save[ARGS]{", size)],
  ["DeepSeek tokens", (size) => repeat("<｜tool▁call▁begin｜>save<｜tool▁sep｜>{", size)],
  ["Kimi tokens", (size) => repeat("<|tool_call_begin|>functions.save:0<|tool_call_argument_begin|>{", size)],
  ["keys and values as tags", (size) => repeat("<tool_call>save\n<arg_key>text</arg_key>\n<arg_value>", size)],
  ["keys as tags", (size) => `<tool_call>save\n${repeat("<arg_key>text</arg_key><arg_value>x</arg_value>", size)}`],
  ["invocations", (size) => repeat('<invoke name="save"><parameter name="text">', size)],
  ["Granite tokens", (size) => repeat('<|tool_call|>[{"name":"save","arguments":{', size)],
  ["functions", (size) => repeat("<function=save><parameter=text>", size)],
  ["command lines", (size) => repeat("@tool save {\n", size)],
  ["functools", (size) => repeat("functools[{", size)],
  [
    "DSML invocations",
    (size) => repeat('<｜DSML｜invoke name="save"><｜DSML｜parameter name="text" string="true">', size),
  ],
  ["recipients", (size) => repeat(">>>save\n{", size)],
  ["marked names", (size) => repeat("save[ARGS]{", size)],
  ["strings side by side", (size) => `[save(text=${repeat("'a' ", size)}`],
  ["fences before tags", (size) => repeat("```json\n<tool_call>", size)],
  ["fences before white space", (size) => repeat(`\`\`\`json${" ".repeat(1000)}`, size)],
  ["names between tags", (size) => repeat("<tool_call>save(text='", size)],
  ["an endless reasoning", (size) => `<think>${repeat("</thin", size)}`],
];

/** Microseconds of the processor, not of the clock, in which `format` reads `text` once. */
function timeToRead(format: Format, text: string, piece: number): number {
  const before = process.cpuUsage();
  const parser = format.createParser({ tools });
  for (let at = 0; at < text.length; at += piece) parser.push(text.slice(at, at + piece));
  parser.end();
  const after = process.cpuUsage();
  return after.user + after.system - before.user - before.system;
}

/** How many times as long `format` takes for `large` as for `small`. */
function measureGrowth(format: Format, small: string, large: string, piece: number): number {
  let smallTime = timeToRead(format, small, piece);
  let largeTime = Number.POSITIVE_INFINITY;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (round >= MIN_ROUNDS && largeTime <= smallTime * MAX_GROWTH) break;
    smallTime = Math.min(smallTime, timeToRead(format, small, piece));
    largeTime = Math.min(largeTime, timeToRead(format, large, piece));
  }
  return largeTime / smallTime;
}

describe("the time of reading", () => {
  it.each(HOSTILE)(
    "grows no faster than the input, from a hundred thousand units to a million: %s",
    (_name, make) => {
      const small = make(SMALL);
      const large = make(SMALL * 10);
      for (const piece of [1_000_000, 64]) {
        for (const format of Object.values(FORMATS)) {
          const growth = measureGrowth(format, small, large, piece);
          expect(growth, `${format.id}, in pieces of ${piece}`).toBeLessThanOrEqual(MAX_GROWTH);
        }
      }
    },
    120_000,
  );
});
