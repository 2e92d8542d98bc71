import type { JsonObject } from "../../protocol/json.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import type { Format, OutputParser, ParserOptions, ToolResultText } from "../format.ts";
import { type CallShape, toCallConstraint } from "../grammar/call-constraint.ts";
import { createDialectParser, type Dialect, type ReadingContext } from "../parsing/output-reader.ts";
import { FUNCTION_OPEN, readFunction, readTaggedCall } from "../parsing/tagged-xml.ts";
import type { Reading } from "../parsing/text-source.ts";
import { renderSignatures, renderToolResponses } from "./hermes-texts.ts";

const OPEN = "<tool_call>";
const CLOSE = "</tool_call>";
const MARKERS = [OPEN, CLOSE, "<tool_response>", "</tool_response>", "<tools>", "</tools>", "<think>", "</think>"];

const SHAPE: CallShape = {
  begin: (name) => `${OPEN}\n{"name": ${JSON.stringify(name)}, "arguments": `,
  end: `}\n${CLOSE}`,
  trigger: OPEN,
};

const DIALECT: Dialect = {
  openers: [
    { literal: OPEN, read: readTaggedCall },
    { literal: FUNCTION_OPEN, read: readFunctionTag },
    { literal: '<function name="', read: readNamedFunction },
    { literal: "<function name='", read: readNamedFunction },
  ],
  dropped: [
    CLOSE,
    "</function>",
    "<|tool_call|>",
    "<|/tool_call|>",
    "<|im_end|>",
    "<|im_start|>",
    "<|im_start|>assistant\n",
    "<|endoftext|>",
    "<|eot_id|>",
  ],
  reasoning: [{ open: "<think>", close: "</think>" }],
  bareJson: true,
};

function* readFunctionTag(context: ReadingContext): Reading<boolean> {
  yield* readFunction(context);
  return true;
}

/** `<function name="f">{…}</function>`, which models of this family write now and then. */
function* readNamedFunction(context: ReadingContext): Reading<boolean> {
  yield* readFunction(context, context.literal.slice(-1));
  return true;
}

/**
 * The Hermes dialect of ChatML models (Qwen 2.x and 3, SmolLM2, Phi-3, Hermes): `<tool_call>{"name", "arguments"}
 * </tool_call>`, tools as JSON lines in the system text, results as `<tool_response>` in a user turn.
 */
export const chatml: Format = {
  id: "chatml",
  markers: MARKERS,
  renderSystem(system: string, tools: readonly ToolSpec[]): string {
    if (tools.length === 0) return system;
    const parts = [
      ...renderSignatures(tools, MARKERS),
      "For each function call, return a json object with function name and arguments within <tool_call></tool_call> XML " +
        'tags:\n<tool_call>\n{"name": <function-name>, "arguments": <args-json-object>}\n</tool_call>',
    ];
    return [...(system === "" ? [] : [system]), ...parts].join("\n\n");
  },
  renderCall(name: string, input: JsonObject): string {
    return `${SHAPE.begin(name)}${JSON.stringify(input)}${SHAPE.end}`;
  },
  renderResults(results: readonly ToolResultText[]): { readonly role: "user" | "tool"; readonly content: string } {
    return { role: "user", content: renderToolResponses(results, MARKERS) };
  },
  createParser(options: ParserOptions): OutputParser {
    return createDialectParser(DIALECT, options);
  },
  toConstraint: (tools, mode) => toCallConstraint(SHAPE, tools, mode),
};
