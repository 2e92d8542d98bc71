import type { JsonObject } from "../../protocol/json.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import type { Format, OutputParser, ParserOptions, ToolResultText } from "../format.ts";
import { type CallShape, toCallConstraint } from "../grammar/call-constraint.ts";
import { neutralise } from "../neutralise.ts";
import { createDialectParser, type Dialect, type ReadingContext } from "../parsing/output-reader.ts";
import { HERMES_OPENER, readTaggedJson } from "../parsing/tagged-json.ts";
import type { Reading } from "../parsing/text-source.ts";
import { toOpenAiTool } from "./openai-tool.ts";

const OPEN = "functools";
const TAG_OPEN = "<|tool_call|>";
const TAG_CLOSE = "<|/tool_call|>";
const MARKERS = [`${OPEN}[`, TAG_OPEN, TAG_CLOSE, "<|tool|>", "<|/tool|>", "<|tool_response|>", "<think>", "</think>"];

const SHAPE: CallShape = {
  begin: (name) => `${OPEN}[{"name": ${JSON.stringify(name)}, "arguments": `,
  end: "}]",
  trigger: `${OPEN}[`,
};

const DIALECT: Dialect = {
  openers: [
    { literal: OPEN, read: readFunctools },
    HERMES_OPENER,
    {
      literal: TAG_OPEN,
      read: (context: ReadingContext): Reading<boolean> =>
        readTaggedJson(context, { closers: [TAG_CLOSE, "</|tool_call|>"], openers: [TAG_OPEN, OPEN] }),
    },
  ],
  dropped: [TAG_CLOSE, "</tool_call>", "<|end|>", "<|endoftext|>", "<|assistant|>", "<|im_end|>"],
  reasoning: [{ open: "<think>", close: "</think>" }],
  bareJson: true,
};

/** `functools` is a word: only a list of objects after it, or an empty one right after it, makes it a call. */
function* readFunctools(context: ReadingContext): Reading<boolean> {
  const { source, sink } = context;
  const isAdjacent = yield* source.follows("[");
  yield* source.skipSpace();
  if (!(yield* source.accept("["))) return false;
  yield* source.skipSpace();
  if (isAdjacent && (yield* source.accept("]"))) {
    sink.markup();
    return true;
  }
  if ((yield* source.peek()) !== "{") return false;
  return yield* readTaggedJson(context, { closers: [], openers: [OPEN, TAG_OPEN], inArray: true });
}

/** The dialect of Phi-4-mini: `functools[{"name", "arguments"}]`, or the same list between its tool-call tokens. */
export const phi4: Format = {
  id: "phi4",
  markers: MARKERS,
  renderSystem(system: string, tools: readonly ToolSpec[]): string {
    if (tools.length === 0) return system;
    const list = neutralise(JSON.stringify(tools.map((tool) => toOpenAiTool(tool).function ?? null)), MARKERS);
    return `${system}<|tool|>${list}<|/tool|>`;
  },
  renderCall(name: string, input: JsonObject): string {
    return `${SHAPE.begin(name)}${JSON.stringify(input)}${SHAPE.end}`;
  },
  renderResults(results: readonly ToolResultText[]): { readonly role: "user" | "tool"; readonly content: string } {
    return { role: "tool", content: results.map((result) => neutralise(result.text, MARKERS)).join("\n") };
  },
  createParser(options: ParserOptions): OutputParser {
    return createDialectParser(DIALECT, options);
  },
  toConstraint: (tools, mode) => toCallConstraint(SHAPE, tools, mode),
};
