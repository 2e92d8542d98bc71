import { isJsonObject, type JsonObject } from "../../protocol/json.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import type { Format, OutputParser, ParserOptions, ToolResultText } from "../format.ts";
import { type CallShape, toCallConstraint } from "../grammar/call-constraint.ts";
import { neutralise } from "../neutralise.ts";
import { JsonReader } from "../parsing/json-reader.ts";
import {
  CALL_LENIENCY,
  createDialectParser,
  type Dialect,
  type ReadingContext,
  readJson,
  reportBroken,
} from "../parsing/output-reader.ts";
import { HERMES_OPENER } from "../parsing/tagged-json.ts";
import type { Reading } from "../parsing/text-source.ts";
import { toOpenAiTool } from "./openai-tool.ts";

const LIST_OPEN = "<|tool_calls_section_begin|>";
const LIST_CLOSE = "<|tool_calls_section_end|>";
const CALL_OPEN = "<|tool_call_begin|>";
const CALL_CLOSE = "<|tool_call_end|>";
const SEPARATOR = "<|tool_call_argument_begin|>";
const MARKERS = [LIST_OPEN, LIST_CLOSE, CALL_OPEN, CALL_CLOSE, SEPARATOR, "<think>", "</think>"];

const SHAPE: CallShape = {
  begin: (name) => `${LIST_OPEN}${CALL_OPEN}functions.${name}:0${SEPARATOR}`,
  end: `${CALL_CLOSE}${LIST_CLOSE}`,
  trigger: LIST_OPEN,
};

const DIALECT: Dialect = {
  openers: [{ literal: CALL_OPEN, read: readCall }, HERMES_OPENER],
  dropped: [LIST_OPEN, LIST_CLOSE, CALL_CLOSE, SEPARATOR, "</tool_call>", "<|im_end|>"],
  reasoning: [{ open: "<think>", close: "</think>" }],
  bareJson: true,
};

/** Reads `functions.name:0`, the separator and the arguments; models leave out the prefix or the number now and then. */
function* readCall(context: ReadingContext): Reading<boolean> {
  const { source, sink } = context;
  const id = yield* source.takeUntil((unit) => unit === "<" || unit === "{", 256);
  const name = id
    .trim()
    .replace(/^functions\./, "")
    .replace(/:\d+$/, "");
  const isMarked = yield* source.accept(SEPARATOR);
  yield* source.skipSpace();
  if (name === "" || !isMarked || (yield* source.peek()) !== "{") {
    const reason = name === "" || !isMarked ? "expected the tool's name and a separator" : "expected a JSON object";
    yield* reportBroken(context, reason, [CALL_CLOSE], [CALL_OPEN, LIST_CLOSE]);
    return true;
  }
  sink.name(name);
  const reader = new JsonReader(CALL_LENIENCY);
  yield* readJson(source, reader);
  const input = reader.value;
  if (reader.state === "failed" || !isJsonObject(input)) {
    const reason = `${reader.reason}, at character ${source.position}`;
    yield* reportBroken(context, reason, [CALL_CLOSE], [CALL_OPEN, LIST_CLOSE]);
    return true;
  }
  sink.call(name, input, reader.repairs);
  return true;
}

/** The dialect of Kimi K2: a section of calls, each with an id that holds the tool's name and the call's number. */
export const kimi: Format = {
  id: "kimi",
  markers: MARKERS,
  renderSystem(system: string, tools: readonly ToolSpec[]): string {
    if (tools.length === 0) return system;
    const list = neutralise(JSON.stringify(tools.map(toOpenAiTool)), MARKERS);
    const parts = [
      `# Tools\n\nYou can call these functions:\n${list}`,
      `A call is written as\n${LIST_OPEN}${CALL_OPEN}functions.{name}:{number}${SEPARATOR}{arguments}${CALL_CLOSE}` +
        `${LIST_CLOSE}\nwhere the number counts the calls from 0 and the arguments are a JSON object.`,
    ];
    return [...(system === "" ? [] : [system]), ...parts].join("\n\n");
  },
  renderCall(name: string, input: JsonObject): string {
    return `${SHAPE.begin(name)}${JSON.stringify(input)}${SHAPE.end}`;
  },
  renderResults(results: readonly ToolResultText[]): { readonly role: "user" | "tool"; readonly content: string } {
    const blocks = results.map(
      ({ name, text }, index) => `## Return of functions.${name}:${index}\n${neutralise(text, MARKERS)}`,
    );
    return { role: "tool", content: blocks.join("\n\n") };
  },
  createParser(options: ParserOptions): OutputParser {
    return createDialectParser(DIALECT, options);
  },
  toConstraint: (tools, mode) => toCallConstraint(SHAPE, tools, mode),
};
