import type { JsonObject } from "../../protocol/json.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import type { Format, OutputParser, ParserOptions, ToolResultText } from "../format.ts";
import { renderTagCall, type TagShape, toTagConstraint } from "../grammar/tag-constraint.ts";
import { neutralise } from "../neutralise.ts";
import { createDialectParser, type Dialect, type ReadingContext } from "../parsing/output-reader.ts";
import { CALL_CLOSE, CALL_OPEN, FUNCTION_OPEN, readFunction, readTaggedCall } from "../parsing/tagged-xml.ts";
import type { Reading } from "../parsing/text-source.ts";
import { renderToolResponses } from "./hermes-texts.ts";
import { toOpenAiTool } from "./openai-tool.ts";

const MARKERS = [
  CALL_OPEN,
  CALL_CLOSE,
  FUNCTION_OPEN,
  "</function>",
  "<parameter=",
  "</parameter>",
  "<tool_response>",
  "</tool_response>",
  "<tools>",
  "</tools>",
  "<think>",
  "</think>",
];

const SHAPE: TagShape = {
  begin: (name) => `${CALL_OPEN}\n${FUNCTION_OPEN}${name}>\n`,
  beginArgument: (key) => `<parameter=${key}>\n`,
  endArgument: "\n</parameter>\n",
  end: `</function>\n${CALL_CLOSE}`,
  trigger: CALL_OPEN,
  xgrammar: { content: "qwen_xml_parameter", end: `\n</function>\n${CALL_CLOSE}` },
};

const DIALECT: Dialect = {
  openers: [
    { literal: CALL_OPEN, read: readTaggedCall },
    { literal: FUNCTION_OPEN, read: readBareFunction },
  ],
  dropped: [CALL_CLOSE, "</function>", "<|im_end|>", "<|im_start|>", "<|endoftext|>"],
  reasoning: [{ open: "<think>", close: "</think>" }],
  bareJson: true,
};

function* readBareFunction(context: ReadingContext): Reading<boolean> {
  yield* readFunction(context);
  return true;
}

/** The dialect of Qwen3-Coder and Qwen3.5: function and parameter tags, values as plain text typed by the schema. */
export const qwen3Coder: Format = {
  id: "qwen3-coder",
  markers: MARKERS,
  renderSystem(system: string, tools: readonly ToolSpec[]): string {
    if (tools.length === 0) return system;
    const lines = tools.map((tool) => neutralise(JSON.stringify(toOpenAiTool(tool)), MARKERS));
    const parts = [
      `# Tools\n\nYou have access to the following functions:\n\n<tools>\n${lines.join("\n")}\n</tools>`,
      "If you choose to call a function ONLY reply in the following format with NO suffix:",
      "<tool_call>\n<function=example_function_name>\n<parameter=example_parameter_1>\nvalue_1\n</parameter>\n" +
        "<parameter=example_parameter_2>\nThis is the value for the second parameter\nthat can span\nmultiple lines\n" +
        "</parameter>\n</function>\n</tool_call>",
    ];
    return [...parts, ...(system === "" ? [] : [system])].join("\n\n");
  },
  renderCall: (name: string, input: JsonObject): string => renderTagCall(SHAPE, name, input),
  renderResults(results: readonly ToolResultText[]): { readonly role: "user" | "tool"; readonly content: string } {
    return { role: "user", content: renderToolResponses(results, MARKERS) };
  },
  createParser(options: ParserOptions): OutputParser {
    return createDialectParser(DIALECT, options);
  },
  toConstraint: (tools, mode) => toTagConstraint(SHAPE, tools, mode),
};
