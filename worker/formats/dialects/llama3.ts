import { neutralise } from "../neutralise.ts";
import type { CallContext, Opener } from "../parsing/dialect.ts";
import { readIdentifier, readKeywordArguments } from "../parsing/python-literal.ts";
import { readCallArguments } from "../parsing/read-call.ts";
import { toFirstLineOpener } from "../parsing/tagged-json.ts";
import { BARE_LIST_OPENER, readPythonList } from "../parsing/tagged-python.ts";
import { FUNCTION_OPENER } from "../parsing/tagged-xml.ts";
import type { Reading } from "../parsing/text-source.ts";
import { defineFormat, jsonCalls } from "./define-format.ts";
import { toOpenAiTool } from "./openai-tool.ts";
import { FUNCTOOLS_OPENER } from "./phi4.ts";

const PYTHON_TAG = "<|python_tag|>";
const ENDS = ["<|eom_id|>", "<|eot_id|>"];
const MARKERS = [PYTHON_TAG, "<|eot_id|>", "<|eom_id|>", "<|start_header_id|>", "<|end_header_id|>"];
/** Tools that take a program, in the order in which a bare program is given to them. */
const CODE_TOOLS = ["python", "ipython", "code_interpreter"];

const CALLS = jsonCalls({
  begin: (name) => `{"name": ${JSON.stringify(name)}, "parameters": `,
  end: "}",
  trigger: "",
});

/** Before each recipient of Functionary's form: `>>>name`, a line break, then JSON; `>>>all` and then text. */
const RECIPIENT = ">>>";

/** After `<|python_tag|>`: JSON calls, a built-in's `name.call(key=value)`, or a program for a tool that takes one. */
function* readPythonTag(context: CallContext): Reading<boolean> {
  const { source, sink, tools } = context;
  yield* source.skipSpace();
  const next = yield* source.peek();
  if (next === "[" || next === "{") return yield* readPythonList(context, { closers: ENDS, openers: [PYTHON_TAG] });
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

/** JSON arguments on the second line, or a program. */
function* readFirstCode(context: CallContext, opener: Opener): Reading<boolean> {
  const isJson = (yield* context.source.peek()) === "{";
  return isJson ? yield* opener.read(context) : yield* readFirstWord(context);
}

/** At the very start: text for everybody, or a program for a tool that takes one. */
function* readFirstWord(context: CallContext): Reading<boolean> {
  const { source, sink, tools, start, literal } = context;
  const name = literal.slice(0, -1);
  if (start !== 0) return false;
  if (name === "all") {
    if (tools.get(name) !== undefined) return false;
    sink.markup();
    return true;
  }
  const next = yield* source.peek();
  if (next === "" || next === "{" || tools.get(name) === undefined) return false;
  sink.name(name);
  sink.call(name, { code: (yield* source.takeUntilLiteral([RECIPIENT, ...ENDS])).trimEnd() });
  return true;
}

/** After `>>>`: the name of a declared tool and its arguments, or `all` and text for the user. */
function* readRecipient(context: CallContext): Reading<boolean> {
  const { source, sink, tools } = context;
  const name = yield* readIdentifier(source);
  if (name === "all" && tools.get(name) === undefined && (yield* source.accept("\n"))) {
    sink.markup();
    return true;
  }
  if (name === "" || !tools.has(name) || !(yield* source.accept("\n"))) return false;
  const next = yield* source.peek();
  if (next === "{") {
    yield* readCallArguments(context, name, ENDS, [RECIPIENT]);
    return true;
  }
  if (next === "" || !CODE_TOOLS.includes(name)) return false;
  sink.name(name);
  sink.call(name, { code: (yield* source.takeUntilLiteral([RECIPIENT, ...ENDS])).trimEnd() });
  return true;
}

/**
 * The dialect of Llama 3.1 to 3.3: the tools stand before the first question, the whole reply is `{"name", "parameters"}`;
 * results come back as `ipython` turns.
 */
export const llama3 = defineFormat({
  id: "llama3",
  markers: MARKERS,
  // The template announces an interpreter, of which there is none here.
  templateMark: null,
  renderSystem: (system, tools) => [
    "You have access to the following functions. To call a function, please respond with JSON for a function call. " +
      'Respond in the format {"name": function name, "parameters": dictionary of argument name and its value}. ' +
      "Do not use variables.",
    ...tools.map((tool) => neutralise(JSON.stringify(toOpenAiTool(tool), null, 4), MARKERS)),
    system,
  ],
  renderBeforeQuestion: (tools) =>
    "Given the following functions, please respond with a JSON for a function call with its proper arguments that best " +
    'answers the given prompt.\n\nRespond in the format {"name": function name, "parameters": dictionary of argument ' +
    "name and its value}.Do not use variables.\n\n" +
    tools.map((tool) => `${neutralise(JSON.stringify(toOpenAiTool(tool), null, 4), MARKERS)}\n\n`).join(""),
  calls: CALLS,
  openers: [
    { literal: RECIPIENT, read: readRecipient },
    BARE_LIST_OPENER,
    { literal: PYTHON_TAG, read: readPythonTag },
    FUNCTION_OPENER,
    // Firefunction, a finetune in the turns of Llama 3.
    FUNCTOOLS_OPENER,
    { literal: "all\n", read: readFirstWord },
  ],
  dropped: [
    ...ENDS,
    "<|start_header_id|>assistant<|end_header_id|>",
    "<|begin_of_text|>",
    "<|end_of_text|>",
    "<|start_header_id|>",
    "<|end_header_id|>",
  ],
  toNameOpeners: (name) => {
    const opener = toFirstLineOpener(name);
    if (!CODE_TOOLS.includes(name)) return [opener];
    return [{ ...opener, read: (context) => readFirstCode(context, opener) }];
  },
});
