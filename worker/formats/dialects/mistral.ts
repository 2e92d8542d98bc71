import type { JsonObject } from "../../protocol/json.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import type { Format, OutputParser, ParserOptions, ToolResultText } from "../format.ts";
import { type CallShape, toCallConstraint } from "../grammar/call-constraint.ts";
import { neutralise } from "../neutralise.ts";
import {
  createDialectParser,
  type Dialect,
  type Opener,
  type ReadingContext,
  readCallArguments,
} from "../parsing/output-reader.ts";
import { HERMES_OPENER, readTaggedJson } from "../parsing/tagged-json.ts";
import type { Reading } from "../parsing/text-source.ts";
import { toOpenAiTool } from "./openai-tool.ts";

const OPEN = "[TOOL_CALLS]";
const ARGS = "[ARGS]";
const CALL_ID = "[CALL_ID]";
const MARKERS = [
  OPEN,
  ARGS,
  CALL_ID,
  "[AVAILABLE_TOOLS]",
  "[/AVAILABLE_TOOLS]",
  "[TOOL_RESULTS]",
  "[/TOOL_RESULTS]",
  "[TOOL_CONTENT]",
  "[INST]",
  "[/INST]",
  "[SYSTEM_PROMPT]",
  "[/SYSTEM_PROMPT]",
  "[THINK]",
  "[/THINK]",
  "<s>",
  "</s>",
];

/** So many declared names are looked for without the marker. */
const MAX_NAMES = 64;

const SHAPE: CallShape = {
  begin: (name) => `${OPEN}[{"name": ${JSON.stringify(name)}, "arguments": `,
  end: "}]",
  trigger: OPEN,
};

const DIALECT: Dialect = {
  openers: [{ literal: OPEN, read: readToolCalls }, HERMES_OPENER],
  dropped: ["</s>", "</tool_call>", "<s>", "[/TOOL_CALLS]", "[/INST]"],
  reasoning: [
    { open: "[THINK]", close: "[/THINK]" },
    { open: "<think>", close: "</think>" },
  ],
  bareJson: true,
};

/** After `[TOOL_CALLS]`: a JSON array, or `name{…}`, `name[ARGS]{…}`, `name[CALL_ID]id[ARGS]{…}`. */
function* readToolCalls(context: ReadingContext): Reading<boolean> {
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
function* readMarkedName(context: ReadingContext): Reading<boolean> {
  const { source, literal } = context;
  if (literal.endsWith(CALL_ID)) {
    yield* source.takeUntil((unit) => unit === "[" || unit === "{" || unit === "\n", 256);
    yield* source.accept(ARGS);
  }
  yield* source.skipSpace();
  if ((yield* source.peek()) !== "{") return false;
  return yield* readArguments(context, literal.slice(0, literal.lastIndexOf("[")));
}

function* readArguments(context: ReadingContext, name: string): Reading<boolean> {
  yield* readCallArguments(context, name, [], [OPEN]);
  return true;
}

/** The dialect of Mistral models: `[TOOL_CALLS]` with a JSON array (up to v7) or with name and arguments (from v11 on). */
export const mistral: Format = {
  id: "mistral",
  markers: MARKERS,
  renderSystem(system: string, tools: readonly ToolSpec[]): string {
    if (tools.length === 0) return system;
    const list = neutralise(JSON.stringify(tools.map(toOpenAiTool)), MARKERS);
    return [...(system === "" ? [] : [system]), `[AVAILABLE_TOOLS]${list}[/AVAILABLE_TOOLS]`].join("\n\n");
  },
  renderCall(name: string, input: JsonObject): string {
    return `${SHAPE.begin(name)}${JSON.stringify(input)}${SHAPE.end}`;
  },
  renderResults(results: readonly ToolResultText[]): { readonly role: "user" | "tool"; readonly content: string } {
    const blocks = results.map((result) => {
      const content = JSON.stringify({ content: neutralise(result.text, MARKERS), call_id: result.callId });
      return `[TOOL_RESULTS]${content}[/TOOL_RESULTS]`;
    });
    return { role: "tool", content: blocks.join("") };
  },
  createParser(options: ParserOptions): OutputParser {
    const names = options.tools.slice(0, MAX_NAMES).map((tool) => tool.name);
    const marked = names.flatMap((name) => [name + ARGS, name + CALL_ID]);
    const openers = marked.map((literal): Opener => ({ literal, read: readMarkedName }));
    return createDialectParser({ ...DIALECT, openers: [...DIALECT.openers, ...openers] }, options);
  },
  toConstraint: (tools, mode) => toCallConstraint(SHAPE, tools, mode),
};
