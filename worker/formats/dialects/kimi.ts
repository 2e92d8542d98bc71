import { neutralise } from "../neutralise.ts";
import { type CallContext, toMarkOpener } from "../parsing/dialect.ts";
import { readCallArguments, reportBroken } from "../parsing/read-call.ts";
import type { Reading } from "../parsing/text-source.ts";
import { defineFormat, jsonCalls } from "./define-format.ts";
import { toOpenAiTool } from "./openai-tool.ts";

const LIST_OPEN = "<|tool_calls_section_begin|>";
const LIST_CLOSE = "<|tool_calls_section_end|>";
const CALL_OPEN = "<|tool_call_begin|>";
const CALL_CLOSE = "<|tool_call_end|>";
const SEPARATOR = "<|tool_call_argument_begin|>";
const MARKERS = [LIST_OPEN, LIST_CLOSE, CALL_OPEN, CALL_CLOSE, SEPARATOR, "<think>", "</think>"];

const CALLS = jsonCalls({
  begin: (name) => `${LIST_OPEN}${CALL_OPEN}functions.${name}:0${SEPARATOR}`,
  end: `${CALL_CLOSE}${LIST_CLOSE}`,
  trigger: LIST_OPEN,
});

/** Reads `functions.name:0`, the separator and the arguments; models leave out the prefix or the number now and then. */
function* readCall(context: CallContext): Reading<boolean> {
  const { source } = context;
  const id = yield* source.takeUntil((unit) => unit === "<" || unit === "{", 256);
  const name = id
    .trim()
    .replace(/^functions\./, "")
    .replace(/:\d+$/, "");
  const isMarked = yield* source.accept(SEPARATOR);
  yield* source.skipSpace();
  if (name === "" || !isMarked || (yield* source.peek()) !== "{") {
    const reason = name === "" || !isMarked ? "expected the tool's name and a separator" : "expected a JSON object";
    return yield* reportBroken(context, reason, [CALL_CLOSE], [CALL_OPEN, LIST_CLOSE]);
  }
  yield* readCallArguments(context, name, [CALL_CLOSE], [CALL_OPEN, LIST_CLOSE]);
  return true;
}

/** The dialect of Kimi K2: a section of calls, each with an id that holds the tool's name and the call's number. */
export const kimi = defineFormat({
  id: "kimi",
  markers: MARKERS,
  templateMark: "",
  renderSystem: (system, tools) => [
    system,
    `# Tools\n\nYou can call these functions:\n${neutralise(JSON.stringify(tools.map(toOpenAiTool)), MARKERS)}`,
    `A call is written as\n${LIST_OPEN}${CALL_OPEN}functions.{name}:{number}${SEPARATOR}{arguments}${CALL_CLOSE}` +
      `${LIST_CLOSE}\nwhere the number counts the calls from 0 and the arguments are a JSON object.`,
  ],
  calls: CALLS,
  renderResult: ({ name, text }, index) => `## Return of functions.${name}:${index}\n${text}`,
  resultSeparator: "\n\n",
  openers: [toMarkOpener(LIST_OPEN), { literal: CALL_OPEN, read: readCall }],
  dropped: [LIST_CLOSE, CALL_CLOSE, SEPARATOR, "<|im_end|>"],
  // Kimi-VL has tags of its own.
  reasoning: [{ open: "◁think▷", close: "◁/think▷" }],
});
