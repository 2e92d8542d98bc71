import type { ToolSpec } from "../../protocol/tool.ts";
import type { CallContext } from "../parsing/dialect.ts";
import { readCallArguments, reportBroken } from "../parsing/read-call.ts";
import type { Reading } from "../parsing/text-source.ts";
import { defineFormat, type FormatDefinition, jsonCalls } from "./define-format.ts";
import { describeTools } from "./describe-tools.ts";

/** The beginning of every call. */
const COMMAND_OPEN = "@tool";
export const COMMAND_MARKERS: readonly string[] = [COMMAND_OPEN, "<think>", "</think>"];

/** The text before a call's arguments. */
export const beginCommand = (name: string): string => `${COMMAND_OPEN} ${name} `;

const CALLS = jsonCalls({ begin: beginCommand, end: "\n", trigger: `${COMMAND_OPEN} ` });

/** Reads `tool name {…}` or, for a declared tool, `name {…}` after the `@` that begins a line. */
export function* readCommand(context: CallContext): Reading<boolean> {
  const { source, sink, tools } = context;
  let name = yield* readWord(context);
  let isMarked = true;
  if (name === "tool") {
    yield* skipBlanks(context);
    name = yield* readWord(context);
    if (name === "") {
      const next = yield* source.peek();
      if (next === "" || next === "\n" || next === "{") {
        return yield* reportBroken(context, "the command names no tool", ["\n"], []);
      }
      return false;
    }
  } else if (!tools.has(name)) {
    return false;
  } else {
    isMarked = tools.get(name) !== undefined;
  }
  yield* skipBlanks(context);
  const next = yield* source.peek();
  if (!isMarked && next !== "{") return false;
  if (next === "" || next === "\n" || next === "\r") {
    const tool = tools.get(name);
    if (tool === undefined || !hasNoRequired(tool)) {
      sink.broken(context.start, `'${name}' is called without arguments`, source.held());
      return true;
    }
    sink.call(name, {});
    return true;
  }
  if (next !== "{") {
    if (tools.get(name) === undefined) return false;
    return yield* reportBroken(context, "expected a JSON object after the tool's name", ["\n"], []);
  }
  yield* readCallArguments(context, name, ["\n"], []);
  return true;
}

function* readWord({ source }: CallContext): Reading<string> {
  return yield* source.takeUntil((unit) => !/[A-Za-z0-9_.-]/.test(unit), 128);
}

function* skipBlanks({ source }: CallContext): Reading<void> {
  yield* source.takeUntil((unit) => unit !== " " && unit !== "\t", 256);
}

function hasNoRequired(tool: ToolSpec): boolean {
  const required = tool.parameters.required;
  return !Array.isArray(required) || required.length === 0;
}

/** The part of it that `compact` shares: how calls are read, and results are written. */
export const COMMAND_FORM = {
  markers: COMMAND_MARKERS,
  // No model is trained on `command`, and the tuned starter on the words of `compact` alone.
  templateMark: null,
  openers: [{ literal: "@", atLineStart: true, read: readCommand }],
  dropped: ["<|im_end|>", "<|eot_id|>", "<|end|>", "<end_of_turn>", "<|endoftext|>"],
  strict: true,
  resultRole: "user",
  renderResult: ({ name, text }) => `Result of ${name}:\n${text}`,
  resultSeparator: "\n\n",
} as const satisfies Partial<FormatDefinition>;

/** The one-line dialect: `@tool name {json}` on a line of its own. */
export const command = defineFormat({
  ...COMMAND_FORM,
  id: "command",
  renderSystem: (system, tools) => [
    system,
    `You can use these tools:\n${describeTools(tools, COMMAND_MARKERS)}`,
    `To use one, write a single line: ${COMMAND_OPEN} <name> {<arguments as JSON>}\n` +
      "The result comes in the next message. When you need no tool, answer in plain text.",
  ],
  calls: { ...CALLS, write: (name, input) => beginCommand(name) + JSON.stringify(input) },
});
