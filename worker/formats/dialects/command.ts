import type { JsonObject } from "../../protocol/json.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import type { Format, OutputParser, ParserOptions, ToolResultText } from "../format.ts";
import { type CallShape, toCallConstraint } from "../grammar/call-constraint.ts";
import { neutralise } from "../neutralise.ts";
import {
  createDialectParser,
  type Dialect,
  type ReadingContext,
  readCallArguments,
  reportBroken,
} from "../parsing/output-reader.ts";
import type { Reading } from "../parsing/text-source.ts";
import { describeTools } from "./describe-tools.ts";

const OPEN = "@tool";
const MARKERS = [OPEN, "<think>", "</think>"];

const SHAPE: CallShape = {
  begin: (name) => `${OPEN} ${name} `,
  end: "\n",
  trigger: `${OPEN} `,
};

const DIALECT: Dialect = {
  openers: [{ literal: "@", atLineStart: true, read: readCommand }],
  dropped: ["<|im_end|>", "<|eot_id|>", "<|end|>", "<end_of_turn>", "<|endoftext|>"],
  reasoning: [{ open: "<think>", close: "</think>" }],
  bareJson: false,
};

/** Reads `tool name {…}` or, for a declared tool, `name {…}` after the `@` that begins a line. */
export function* readCommand(context: ReadingContext): Reading<boolean> {
  const { source, sink, tools } = context;
  let name = yield* readWord(context);
  if (name === "tool") {
    yield* skipBlanks(context);
    name = yield* readWord(context);
    if (name === "") {
      const next = yield* source.peek();
      if (next === "" || next === "\n" || next === "{") {
        yield* reportBroken(context, "the command names no tool", ["\n"], []);
        return true;
      }
      return false;
    }
  } else if (tools.get(name) === undefined) {
    return false;
  }
  yield* skipBlanks(context);
  const next = yield* source.peek();
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
    yield* reportBroken(context, "expected a JSON object after the tool's name", ["\n"], []);
    return true;
  }
  yield* readCallArguments(context, name, ["\n"], []);
  return true;
}

function* readWord({ source }: ReadingContext): Reading<string> {
  return yield* source.takeUntil((unit) => !/[A-Za-z0-9_.-]/.test(unit), 128);
}

function* skipBlanks({ source }: ReadingContext): Reading<void> {
  yield* source.takeUntil((unit) => unit !== " " && unit !== "\t", 256);
}

function hasNoRequired(tool: ToolSpec): boolean {
  const required = tool.parameters.required;
  return !Array.isArray(required) || required.length === 0;
}

/** The one-line dialect: `@tool name {json}` on a line of its own. */
export const command: Format = {
  id: "command",
  markers: MARKERS,
  renderSystem(system: string, tools: readonly ToolSpec[]): string {
    if (tools.length === 0) return system;
    const parts = [
      `You can use these tools:\n${describeTools(tools, MARKERS)}`,
      `To use one, write a single line: ${OPEN} <name> {<arguments as JSON>}\n` +
        "The result comes in the next message. When you need no tool, answer in plain text.",
    ];
    return [...(system === "" ? [] : [system]), ...parts].join("\n\n");
  },
  renderCall(name: string, input: JsonObject): string {
    return `${OPEN} ${name} ${JSON.stringify(input)}`;
  },
  renderResults(results: readonly ToolResultText[]): { readonly role: "user" | "tool"; readonly content: string } {
    const blocks = results.map((result) => `Result of ${result.name}:\n${neutralise(result.text, MARKERS)}`);
    return { role: "user", content: blocks.join("\n\n") };
  },
  createParser(options: ParserOptions): OutputParser {
    return createDialectParser(DIALECT, options);
  },
  toConstraint: (tools, mode) => toCallConstraint(SHAPE, tools, mode),
};
