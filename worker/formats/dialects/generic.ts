import { type Dialect, SEED_THINK, THINK } from "../parsing/dialect.ts";
import { HERMES_OPENER } from "../parsing/tagged-json.ts";
import { defineFormat, jsonCalls } from "./define-format.ts";
import { describeTools } from "./describe-tools.ts";
import { HARMONY_MARKS, HARMONY_OPENER, HARMONY_THOUGHT } from "./harmony-marks.ts";

const MARKERS = ["<think>", "</think>", "[tool result"];

const DIALECT: Dialect = {
  openers: [HERMES_OPENER, HARMONY_OPENER],
  dropped: ["</tool_call>", "<|im_end|>", "<|eot_id|>", "<|end|>", "<end_of_turn>", "<|endoftext|>", ...HARMONY_MARKS],
  reasoning: [THINK, HARMONY_THOUGHT, SEED_THINK],
  bareJson: true,
};

/** The dialect for models of no known family: a call is `{"tool", "args"}`, said in plain words. */
export const generic = defineFormat({
  id: "generic",
  markers: MARKERS,
  renderSystem: (system, tools) => [
    system,
    `You can use these tools:\n${describeTools(tools, MARKERS)}`,
    'To use one, reply with nothing but a JSON object: {"tool": "<name>", "args": {<arguments>}}\n' +
      "The result comes in the next message. When you need no tool, answer in plain text.",
  ],
  calls: jsonCalls({ begin: (name) => `{"tool": ${JSON.stringify(name)}, "args": `, end: "}", trigger: "" }),
  resultRole: "user",
  renderResult: ({ name, text }) => `[tool result: ${name}]\n${text}`,
  resultSeparator: "\n\n",
  dialect: DIALECT,
});
