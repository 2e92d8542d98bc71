import { describe, expect, it } from "vitest";
import type { ToolSpec } from "../../protocol/tool.ts";
import { collectEvents, mergeDeltas } from "../corpus/parse-output.fixture.ts";
import { chatml } from "../dialects/chatml.ts";
import { FORMATS } from "../dialects/resolve-format.ts";
import type { Format, ParseEvent } from "../format.ts";
import { MAX_READ } from "./create-parser.ts";

const tools: readonly ToolSpec[] = [{ name: "save", description: "", parameters: { type: "object", properties: {} } }];
const CALL = '<tool_call>{"name":"save","arguments":{}}</tool_call>';
const TAIL = ` and then ${CALL} 😀 the end.  \n`;

function read(format: Format, text: string, piece: number): readonly ParseEvent[] {
  const parser = format.createParser({ tools });
  const events: ParseEvent[] = [];
  for (let at = 0; at < text.length; at += piece) events.push(...parser.push(text.slice(at, at + piece)));
  return mergeDeltas([...events, ...parser.end()]);
}

function fill(length: number): string {
  return "Words, words. ".repeat(Math.ceil(length / 14)).slice(0, length);
}

describe("a parser of an endless output", () => {
  it("reads a call just before its limit, and passes on what comes after it as it stands", () => {
    const text = fill(MAX_READ - CALL.length) + CALL;
    const output = collectEvents(read(chatml, text + TAIL, text.length + TAIL.length));
    expect(output.calls).toEqual([{ name: "save", arguments: {} }]);
    expect(output.broken).toEqual([]);
    expect(output.text).toBe(text.slice(0, -CALL.length).trimEnd() + TAIL);
  });

  it("reports a call that the limit cuts off, and keeps all of it", () => {
    const text = `${fill(MAX_READ - 20)}${CALL}`;
    const output = collectEvents(read(chatml, text, text.length));
    expect(output.calls).toEqual([]);
    expect(output.broken.map((broken) => broken.raw)).toEqual([CALL.slice(0, 20)]);
    expect(output.text).toBe(text.slice(0, MAX_READ - 20).trimEnd() + CALL.slice(20));
  });

  it("goes on with a block of reasoning that is open at the limit", () => {
    const text = `<think>${fill(MAX_READ)}`;
    const output = collectEvents(read(chatml, text + TAIL, 100_000));
    expect(output.reasoning).toBe(fill(MAX_READ) + TAIL);
    expect(output.text).toBe("");
  });

  it.each(Object.entries(FORMATS))("gives the same events however the output is cut: %s", (_id, format) => {
    for (const before of [0, 1, 9, CALL.length - 1]) {
      const text = `${fill(MAX_READ - before)}${CALL}${TAIL}`;
      const whole = JSON.stringify(read(format, text, text.length));
      for (const piece of [MAX_READ, MAX_READ - 1, 65_537, 1021]) {
        if (JSON.stringify(read(format, text, piece)) !== whole) expect.fail(`${before} before, in pieces of ${piece}`);
      }
    }
  });
});
