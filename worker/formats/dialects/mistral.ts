import { neutralise } from "../neutralise.ts";
import { type CallContext, toTags } from "../parsing/dialect.ts";
import { readCallArguments } from "../parsing/read-call.ts";
import { readTaggedJson } from "../parsing/tagged-json.ts";
import type { Reading } from "../parsing/text-source.ts";
import { defineFormat, jsonListCalls } from "./define-format.ts";
import { toOpenAiTool, toSpacedJson } from "./openai-tool.ts";

const OPEN = "[TOOL_CALLS]";
const ARGS = "[ARGS]";
const CALL_ID = "[CALL_ID]";
const PAIRS = ["AVAILABLE_TOOLS", "TOOL_RESULTS", "INST", "SYSTEM_PROMPT", "THINK"];
const MARKERS = [
  ...[OPEN, ARGS, CALL_ID, "[TOOL_CONTENT]"],
  ...PAIRS.flatMap((name) => [`[${name}]`, `[/${name}]`]),
  ...toTags("s"),
];

/** After `[TOOL_CALLS]`: a JSON array, or `name{…}`, `name[ARGS]{…}`, `name[CALL_ID]id[ARGS]{…}`. */
function* readToolCalls(context: CallContext): Reading<boolean> {
  const { source, sink, tools } = context;
  yield* source.skipSpace();
  const next = yield* source.peek();
  if (next === "{" || (next === "[" && !(yield* source.follows(OPEN)))) {
    return yield* readTaggedJson(context, { closers: [], openers: [OPEN] });
  }
  const name = yield* source.takeUntil((unit) => /[\s[{]/.test(unit), 256);
  yield* source.skipSpace();
  let isMarked = false;
  if (yield* source.accept(CALL_ID)) {
    yield* source.takeUntil((unit) => unit === "[" || unit === "{", 256);
    isMarked = true;
  }
  if (yield* source.accept(ARGS)) isMarked = true;
  if (isMarked) yield* source.skipSpace();
  if (name === "" || (yield* source.peek()) !== "{") {
    if (tools.has(name) && (yield* source.peek()) === "") {
      sink.broken(context.start, `'${name}' has no arguments`, source.held());
      return true;
    }
    // The marker alone is given up: what follows is read as text, where bare calls still count.
    source.rewind(context.bodyStart);
    sink.broken(context.start, name === "" ? "the call is cut off" : `'${name}' has no arguments`, source.held());
    return true;
  }
  return yield* readArguments(context, name);
}

/** `name[ARGS]{…}` of a declared tool, which models write without the marker as well, or after a first call. */
function* readMarkedName(context: CallContext): Reading<boolean> {
  const { source, literal } = context;
  if (literal.endsWith(CALL_ID)) {
    yield* source.takeUntil((unit) => unit === "[" || unit === "{" || unit === "\n", 256);
    yield* source.accept(ARGS);
  }
  yield* source.skipSpace();
  if ((yield* source.peek()) !== "{") return false;
  return yield* readArguments(context, literal.slice(0, literal.lastIndexOf("[")));
}

function* readArguments(context: CallContext, name: string): Reading<boolean> {
  yield* readCallArguments(context, name, [], [OPEN]);
  return true;
}

/** The dialect of Mistral models: `[TOOL_CALLS]` with a JSON array (up to v7) or with name and arguments (from v11 on). */
export const mistral = defineFormat({
  id: "mistral",
  markers: MARKERS,
  templateMark: "[AVAILABLE_TOOLS]",
  renderSystem: (system, tools) => [
    system,
    `[AVAILABLE_TOOLS]${neutralise(toSpacedJson(tools.map(toOpenAiTool)), MARKERS)}[/AVAILABLE_TOOLS]`,
  ],
  calls: jsonListCalls(OPEN, OPEN),
  renderResult: ({ callId, text }) =>
    `[TOOL_RESULTS]${toSpacedJson({ content: text, call_id: callId })}[/TOOL_RESULTS]`,
  resultSeparator: "",
  openers: [{ literal: OPEN, read: readToolCalls }],
  dropped: ["</s>", "<s>", "[/TOOL_CALLS]", "[/INST]"],
  reasoning: [{ open: "[THINK]", close: "[/THINK]" }],
  toNameOpeners: (name) => [ARGS, CALL_ID].map((mark) => ({ literal: name + mark, read: readMarkedName })),
});
