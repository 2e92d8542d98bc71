import { isJsonObject } from "../../protocol/json.ts";
import { type CallContext, type ReasoningMarks, SEED_THINK } from "../parsing/dialect.ts";
import { readCallJson, reportBroken } from "../parsing/read-call.ts";
import { INVOKE_MARKS, toInvokeOpeners } from "../parsing/tagged-invoke.ts";
import { toActionOpeners, toFirstLineOpener, toJsonOpener } from "../parsing/tagged-json.ts";
import { BARE_LIST_OPENER, PYTHON_LIST_OPENERS } from "../parsing/tagged-python.ts";
import { FUNCTION_OPENER } from "../parsing/tagged-xml.ts";
import type { Reading } from "../parsing/text-source.ts";
import { defineFormat, jsonCalls } from "./define-format.ts";
import { describeTools } from "./describe-tools.ts";
import { HARMONY_MARKS, HARMONY_OPENERS, HARMONY_THOUGHT } from "./harmony-marks.ts";

const MARKERS = ["<think>", "</think>", "[tool result"];

/** Command R7B and later, and Solar Open. */
const COHERE_THINK: ReasoningMarks = { open: "<|START_THINKING|>", close: "<|END_THINKING|>" };
const SOLAR_THINK: ReasoningMarks = { open: "<|think|>", close: "<|end|>" };

/** Apertus: a list of objects, each with a tool's name as its only key and the arguments as the value. */
const TOOLS_OPEN = "<|tools_prefix|>";
const TOOLS_CLOSE = "<|tools_suffix|>";

function* readNamedArguments(context: CallContext): Reading<boolean> {
  const { source, sink } = context;
  yield* source.skipSpace();
  yield* source.accept("[");
  for (;;) {
    yield* source.skipSpace();
    if (yield* source.accept("]")) break;
    const read = yield* readCallJson(source);
    const fault = "fault" in read ? read.fault : null;
    const [[name, input] = ["", null], ...others] = "object" in read ? Object.entries(read.object) : [];
    if (fault !== null || others.length > 0 || input === null || !isJsonObject(input)) {
      const reason = fault ?? "expected a tool's name and its arguments";
      return yield* reportBroken(context, reason, [TOOLS_CLOSE], [TOOLS_OPEN]);
    }
    sink.call(name, input);
    source.hold();
    yield* source.skipSpace();
    yield* source.accept(",");
  }
  yield* source.acceptOne([TOOLS_CLOSE]);
  sink.markup();
  return true;
}

/** The dialect for models of no known family: a call is `{"tool", "args"}`, said in plain words. */
export const generic = defineFormat({
  id: "generic",
  markers: MARKERS,
  // The templates of these models describe calls of many kinds.
  templateMark: null,
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
  openers: [
    ...HARMONY_OPENERS,
    // Nemotron, Command R7B, Mistral's finetunes, GigaChat, Seed-OSS.
    toJsonOpener("<TOOLCALL>", "</TOOLCALL>"),
    toJsonOpener("<|START_ACTION|>", "<|END_ACTION|>"),
    toJsonOpener("[TOOL_CALLS]", "[/TOOL_CALLS]"),
    toJsonOpener("<|function_call|>", "<|message_sep|>"),
    FUNCTION_OPENER,
    ...toInvokeOpeners(INVOKE_MARKS),
    BARE_LIST_OPENER,
    ...PYTHON_LIST_OPENERS,
    { literal: TOOLS_OPEN, read: readNamedArguments },
  ],
  dropped: [
    ...["</invoke>", "<seed:tool_call>", "</seed:tool_call>", "</function>"],
    ...["<|im_end|>", "<|eot_id|>", "<|end|>", "<end_of_turn>", "<|endoftext|>", "<|assistant_end|>", TOOLS_CLOSE],
    ...["<|START_RESPONSE|>", "<|END_RESPONSE|>", "<|START_TEXT|>", "<|END_TEXT|>", "<|END_OF_TURN_TOKEN|>"],
    "<|CHATBOT_TOKEN|>",
    ...["<|begin|>assistant", "<|content|>"],
    // GigaChat.
    ...["function call<|role_sep|>\n", "<|role_sep|>", "<|message_sep|>"],
    ...HARMONY_MARKS,
  ],
  reasoning: [HARMONY_THOUGHT, SEED_THINK, COHERE_THINK, SOLAR_THINK],
  toNameOpeners: (name) => [toFirstLineOpener(name), ...toActionOpeners(name)],
});
