import { describe, expect, it } from "vitest";
import type { ToolSpec } from "../protocol/tool.ts";
import { FORMATS } from "./resolve-format.ts";

const tools: readonly ToolSpec[] = [
  { name: "save", description: "", parameters: { type: "object", properties: { text: { type: "string" } } } },
];

declare const process: {
  cpuUsage(): { readonly user: number };
};

/** Units of the smaller text; the larger one has ten times as many: a million. */
const SMALL = 100_000;

/**
 * Ten times the input in ten times the time is linear, a hundred times quadratic. Most inputs come out between 8 and 12; the
 * rest is room for measuring a few milliseconds on a busy machine (18.6 was the most seen).
 */
const MOST_GROWTH = 25;

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

/** Milliseconds of the processor, not of the clock, that every format together takes to read `text` once. */
function timeToRead(text: string, piece: number): number {
  const started = process.cpuUsage().user;
  for (const format of Object.values(FORMATS)) {
    const parser = format.createParser({ tools });
    for (let at = 0; at < text.length; at += piece) parser.push(text.slice(at, at + piece));
    parser.end();
  }
  return (process.cpuUsage().user - started) / 1000;
}

const PROSE = "The quick brown fox jumps over the lazy dog, who said that 3 < 4, [a] or {b}. ";

describe("the time of reading", () => {
  it.each(HOSTILE)(
    "grows no faster than the input, from a hundred thousand units to a million: %s",
    (_name, make) => {
      const small = make(SMALL);
      const large = make(SMALL * 10);
      for (const piece of [1_000_000, 64]) {
        // A hostile text that is given up early costs less than prose does; it is measured against prose.
        const smallTimes = [Number.POSITIVE_INFINITY];
        const largeTimes = [Number.POSITIVE_INFINITY];
        const proseTimes = [Number.POSITIVE_INFINITY];
        let ratio = Number.POSITIVE_INFINITY;
        for (let round = 0; round < 6 && ratio > MOST_GROWTH; round += 1) {
          for (let repeated = 0; repeated < 3; repeated += 1) {
            smallTimes.push(timeToRead(small, piece));
            proseTimes.push(timeToRead(repeat(PROSE, SMALL), piece));
          }
          largeTimes.push(timeToRead(large, piece));
          ratio = Math.min(...largeTimes) / Math.max(Math.min(...smallTimes), Math.min(...proseTimes));
        }
        expect(ratio, `in pieces of ${piece}`).toBeLessThan(MOST_GROWTH);
      }
    },
    120_000,
  );
});
