import { toActionOpeners, toFlowerOpener } from "../parsing/tagged-json.ts";
import {
  CALL_CLOSE,
  CALL_OPEN,
  FUNCTION_OPENER,
  NAMED_FUNCTION_OPENERS,
  TAGGED_CALL_OPENER,
} from "../parsing/tagged-xml.ts";
import { defineFormat, jsonCalls } from "./define-format.ts";
import { HERMES_MARKERS, renderSignatures, renderToolResponse } from "./hermes-texts.ts";

const MARKERS = [CALL_OPEN, CALL_CLOSE, ...HERMES_MARKERS];

const CALLS = jsonCalls({
  begin: (name) => `${CALL_OPEN}\n{"name": ${JSON.stringify(name)}, "arguments": `,
  end: `}\n${CALL_CLOSE}`,
  trigger: CALL_OPEN,
});

/**
 * The Hermes dialect of ChatML models (Qwen 2.x and 3, SmolLM2, Phi-3, Hermes): `<tool_call>{"name", "arguments"}
 * </tool_call>`, tools as JSON lines in the system text, results as `<tool_response>` in a user turn.
 */
export const chatml = defineFormat({
  id: "chatml",
  markers: MARKERS,
  templateMark: CALL_OPEN,
  renderSystem: (system, tools) => [
    system,
    ...renderSignatures(tools, MARKERS),
    "For each function call, return a json object with function name and arguments within <tool_call></tool_call> XML " +
      'tags:\n<tool_call>\n{"name": <function-name>, "arguments": <args-json-object>}\n</tool_call>',
  ],
  calls: CALLS,
  resultRole: "user",
  renderResult: renderToolResponse,
  openers: [TAGGED_CALL_OPENER, FUNCTION_OPENER, ...NAMED_FUNCTION_OPENERS],
  dropped: [
    "</function>",
    "<|tool_call|>",
    "<|/tool_call|>",
    "<|im_end|>",
    "<|im_start|>",
    "<|im_start|>assistant\n",
    "<|endoftext|>",
    "<|eot_id|>",
    "✿RESULT✿",
    "✿RETURN✿",
  ],
  toNameOpeners: (name) => [toFlowerOpener(name), ...toActionOpeners(name)],
});
