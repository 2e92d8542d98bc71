import { neutralise } from "../neutralise.ts";
import { CALL_CLOSE, CALL_OPEN, FUNCTION_OPEN, FUNCTION_OPENER, TAGGED_CALL_OPENER } from "../parsing/tagged-xml.ts";
import { defineFormat, taggedCalls } from "./define-format.ts";
import { HERMES_MARKERS, renderToolResponse } from "./hermes-texts.ts";
import { toOpenAiTool, toSpacedJson } from "./openai-tool.ts";

const MARKERS = [CALL_OPEN, CALL_CLOSE, FUNCTION_OPEN, "</function>", "<parameter=", "</parameter>", ...HERMES_MARKERS];

const CALLS = taggedCalls({
  begin: (name) => `${CALL_OPEN}\n${FUNCTION_OPEN}${name}>\n`,
  beginArgument: (key) => `<parameter=${key}>\n`,
  endArgument: "\n</parameter>\n",
  end: `</function>\n${CALL_CLOSE}`,
  trigger: CALL_OPEN,
  xgrammar: { content: "qwen_xml_parameter", end: `\n</function>\n${CALL_CLOSE}` },
});

/** The dialect of Qwen3-Coder and Qwen3.5: function and parameter tags, values as plain text typed by the schema. */
export const qwen3Coder = defineFormat({
  id: "qwen3-coder",
  markers: MARKERS,
  templateMark: FUNCTION_OPEN,
  renderSystem(system, tools) {
    const lines = tools.map((tool) => neutralise(toSpacedJson(toOpenAiTool(tool)), MARKERS));
    return [
      `# Tools\n\nYou have access to the following functions:\n\n<tools>\n${lines.join("\n")}\n</tools>`,
      "If you choose to call a function ONLY reply in the following format with NO suffix:",
      "<tool_call>\n<function=example_function_name>\n<parameter=example_parameter_1>\nvalue_1\n</parameter>\n" +
        "<parameter=example_parameter_2>\nThis is the value for the second parameter\nthat can span\nmultiple lines\n" +
        "</parameter>\n</function>\n</tool_call>",
      system,
    ];
  },
  calls: CALLS,
  resultRole: "user",
  renderResult: renderToolResponse,
  openers: [TAGGED_CALL_OPENER, FUNCTION_OPENER],
  dropped: ["</function>", "<|im_end|>", "<|im_start|>", "<|endoftext|>"],
});
