import { isJsonObject, type JsonObject } from "../../protocol/json.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import type { Format, OutputParser, ParserOptions, ToolResultText } from "../format.ts";
import { type CallShape, toCallConstraint } from "../grammar/call-constraint.ts";
import { neutralise } from "../neutralise.ts";
import { readCallObject } from "../parsing/call-object.ts";
import { JsonReader } from "../parsing/json-reader.ts";
import {
  CALL_LENIENCY,
  createDialectParser,
  type Dialect,
  type Opener,
  type ReadingContext,
  readCallArguments,
  readJson,
} from "../parsing/output-reader.ts";
import { readIdentifier, readKeywordArguments } from "../parsing/python-literal.ts";
import { HERMES_OPENER, readTaggedJson } from "../parsing/tagged-json.ts";
import { readPythonList } from "../parsing/tagged-python.ts";
import { FUNCTION_OPEN, readFunction } from "../parsing/tagged-xml.ts";
import type { Reading } from "../parsing/text-source.ts";
import { toOpenAiTool } from "./openai-tool.ts";

const PYTHON_TAG = "<|python_tag|>";
const ENDS = ["<|eom_id|>", "<|eot_id|>"];
const MARKERS = [PYTHON_TAG, "<|eot_id|>", "<|eom_id|>", "<|start_header_id|>", "<|end_header_id|>"];
/** Tools that take a program, in the order in which a bare program is given to them. */
const CODE_TOOLS = ["python", "ipython", "code_interpreter"];

const SHAPE: CallShape = {
  begin: (name) => `{"name": ${JSON.stringify(name)}, "parameters": `,
  end: "}",
  trigger: "",
};

/** So many declared names are looked for at the beginning of a reply. */
const MAX_NAMES = 64;

/** Before each recipient of Functionary's form: `>>>name`, a line break, then JSON; `>>>all` and then text. */
const RECIPIENT = ">>>";

const DIALECT: Dialect = {
  openers: [
    { literal: RECIPIENT, read: readRecipient },
    {
      literal: "[",
      read: (context: ReadingContext): Reading<boolean> =>
        readPythonList(context, { closers: [], openers: [], anyName: false }),
    },
    { literal: PYTHON_TAG, read: readPythonTag },
    { literal: FUNCTION_OPEN, read: readFunctionTag },
    HERMES_OPENER,
  ],
  dropped: [
    ...ENDS,
    "</tool_call>",
    "<|start_header_id|>assistant<|end_header_id|>",
    "<|begin_of_text|>",
    "<|end_of_text|>",
    "<|start_header_id|>",
    "<|end_header_id|>",
  ],
  reasoning: [{ open: "<think>", close: "</think>" }],
  bareJson: true,
};

/** After `<|python_tag|>`: JSON calls, a built-in's `name.call(key=value)`, or a program for a tool that takes one. */
function* readPythonTag(context: ReadingContext): Reading<boolean> {
  const { source, sink, tools } = context;
  yield* source.skipSpace();
  const next = yield* source.peek();
  if (next === "[") return yield* readPythonList(context, { closers: ENDS, openers: [PYTHON_TAG], anyName: true });
  if (next === "{") return yield* readTaggedJson(context, { closers: ENDS, openers: [PYTHON_TAG] });
  const bodyStart = source.position;
  const written = yield* readIdentifier(source);
  const name = written.endsWith(".call") ? written.slice(0, -".call".length) : written;
  if (name !== "" && (name !== written || tools.has(name)) && (yield* source.accept("("))) {
    sink.name(name);
    const read = yield* readKeywordArguments(source);
    if ("input" in read) {
      sink.call(name, read.input);
      return true;
    }
    yield* source.takeUntilUnit(/[\n<]/g);
    sink.broken(context.start, read.fault, source.held());
    return true;
  }
  const codeTool = CODE_TOOLS.find((tool) => tools.get(tool) !== undefined);
  if (codeTool !== undefined) {
    sink.name(codeTool);
    source.rewind(bodyStart);
    const code = yield* source.takeUntilLiteral(ENDS);
    if (code.trim() !== "") {
      sink.call(codeTool, { code });
      return true;
    }
  }
  source.rewind(bodyStart);
  sink.broken(context.start, "expected a JSON object", source.held());
  return true;
}

/** A declared name on the first line and its arguments on the next, unless these are a call of their own. */
function* readFirstRecipient(context: ReadingContext): Reading<boolean> {
  const { source, sink, tools, start } = context;
  if (start !== 0 || (yield* source.peek()) !== "{") return false;
  const reader = new JsonReader(CALL_LENIENCY);
  yield* readJson(source, reader);
  if (reader.state === "failed" || !isJsonObject(reader.value)) return false;
  const own = readCallObject(reader.value);
  if (own.type === "call" && own.argumentsGiven && tools.has(own.name)) return false;
  sink.call(context.literal.slice(0, -1), reader.value, reader.repairs);
  return true;
}

function* readRecipientArguments(context: ReadingContext, name: string): Reading<boolean> {
  yield* readCallArguments(context, name, ENDS, [RECIPIENT]);
  return true;
}

/** After `>>>`: the name of a declared tool and its arguments, or `all` and text for the user. */
function* readRecipient(context: ReadingContext): Reading<boolean> {
  const { source, sink, tools } = context;
  const name = yield* readIdentifier(source);
  if (name === "all" && !tools.has(name) && (yield* source.accept("\n"))) {
    sink.markup();
    return true;
  }
  if (name === "" || !tools.has(name) || !(yield* source.accept("\n"))) return false;
  const next = yield* source.peek();
  if (next === "{") return yield* readRecipientArguments(context, name);
  if (next === "" || !CODE_TOOLS.includes(name)) return false;
  sink.name(name);
  sink.call(name, { code: (yield* source.takeUntilLiteral([RECIPIENT, ...ENDS])).trimEnd() });
  return true;
}

function* readFunctionTag(context: ReadingContext): Reading<boolean> {
  yield* readFunction(context);
  return true;
}

/** The dialect of Llama 3.1 to 3.3: the whole reply is `{"name", "parameters"}`; results come back as `ipython` turns. */
export const llama3: Format = {
  id: "llama3",
  markers: MARKERS,
  renderSystem(system: string, tools: readonly ToolSpec[]): string {
    if (tools.length === 0) return system;
    const blocks = tools.map((tool) => neutralise(JSON.stringify(toOpenAiTool(tool), null, 4), MARKERS));
    const parts = [
      "You have access to the following functions. To call a function, please respond with JSON for a function call. " +
        'Respond in the format {"name": function name, "parameters": dictionary of argument name and its value}. ' +
        "Do not use variables.",
      ...blocks,
    ];
    return [...parts, ...(system === "" ? [] : [system])].join("\n\n");
  },
  renderCall(name: string, input: JsonObject): string {
    return `${SHAPE.begin(name)}${JSON.stringify(input)}${SHAPE.end}`;
  },
  renderResults(results: readonly ToolResultText[]): { readonly role: "user" | "tool"; readonly content: string } {
    return { role: "tool", content: results.map((result) => neutralise(result.text, MARKERS)).join("\n") };
  },
  createParser(options: ParserOptions): OutputParser {
    // Functionary's prompt ends in the mark of the first recipient, whose name then begins the reply.
    const names = options.tools.slice(0, MAX_NAMES).map((tool) => tool.name);
    const openers = names.map((name): Opener => ({ literal: `${name}\n`, read: readFirstRecipient }));
    return createDialectParser({ ...DIALECT, openers: [...DIALECT.openers, ...openers] }, options);
  },
  toConstraint: (tools, mode) => toCallConstraint(SHAPE, tools, mode),
};
