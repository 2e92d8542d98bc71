import { neutralise } from "../neutralise.ts";
import type { CallContext, Opener } from "../parsing/dialect.ts";
import { readTaggedJson } from "../parsing/tagged-json.ts";
import { BARE_LIST_OPENER } from "../parsing/tagged-python.ts";
import type { Reading } from "../parsing/text-source.ts";
import { defineFormat, jsonListCalls } from "./define-format.ts";
import { toOpenAiFunction } from "./openai-tool.ts";

const OPEN = "functools";
const TAG_OPEN = "<|tool_call|>";
const TAG_CLOSE = "<|/tool_call|>";
const MARKERS = [`${OPEN}[`, TAG_OPEN, TAG_CLOSE, "<|tool|>", "<|/tool|>", "<|tool_response|>", "<think>", "</think>"];

/** `functools[…]`, a list of JSON calls. */
export const FUNCTOOLS_OPENER: Opener = { literal: OPEN, read: readFunctools };

/** `functools` is a word: only a list of objects after it, or an empty one right after it, makes it a call. */
function* readFunctools(context: CallContext): Reading<boolean> {
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
export const phi4 = defineFormat({
  id: "phi4",
  markers: MARKERS,
  templateMark: "<|tool|>",
  renderSystem: (system, tools) => [
    `${system}<|tool|>${neutralise(JSON.stringify(tools.map(toOpenAiFunction)), MARKERS)}<|/tool|>`,
  ],
  calls: jsonListCalls(OPEN, `${OPEN}[`),
  openers: [
    FUNCTOOLS_OPENER,
    BARE_LIST_OPENER,
    {
      literal: TAG_OPEN,
      read: (context) => readTaggedJson(context, { closers: [TAG_CLOSE, "</|tool_call|>"], openers: [TAG_OPEN, OPEN] }),
    },
  ],
  dropped: [TAG_CLOSE, "<|end|>", "<|endoftext|>", "<|assistant|>", "<|im_end|>"],
});
