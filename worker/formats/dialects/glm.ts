import { DEFAULT_JSON_LIMITS, isForbiddenKey, type JsonObject, type JsonValue } from "../../protocol/json.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import type { Format, OutputParser, ParserOptions, ToolResultText } from "../format.ts";
import { renderTagCall, type TagShape, toTagConstraint } from "../grammar/tag-constraint.ts";
import { createDialectParser, type Dialect, type ReadingContext, reportBroken } from "../parsing/output-reader.ts";
import { CALL_CLOSE, CALL_OPEN, readTaggedCall } from "../parsing/tagged-xml.ts";
import type { Reading } from "../parsing/text-source.ts";
import { toTypedValue } from "../parsing/typed-value.ts";
import { renderSignatures, renderToolResponses } from "./hermes-texts.ts";

const KEY_OPEN = "<arg_key>";
const KEY_CLOSE = "</arg_key>";
const VALUE_OPEN = "<arg_value>";
const VALUE_CLOSE = "</arg_value>";
const MARKERS = [
  CALL_OPEN,
  CALL_CLOSE,
  KEY_OPEN,
  KEY_CLOSE,
  VALUE_OPEN,
  VALUE_CLOSE,
  "<tool_response>",
  "</tool_response>",
  "<tools>",
  "</tools>",
  "<think>",
  "</think>",
];

const SHAPE: TagShape = {
  begin: (name) => `${CALL_OPEN}${name}\n`,
  beginArgument: (key) => `${KEY_OPEN}${key}${KEY_CLOSE}\n${VALUE_OPEN}`,
  endArgument: `${VALUE_CLOSE}\n`,
  end: CALL_CLOSE,
  trigger: CALL_OPEN,
};

const DIALECT: Dialect = {
  openers: [{ literal: CALL_OPEN, read: readCall }],
  dropped: [CALL_CLOSE, VALUE_CLOSE, "<|observation|>", "<|user|>", "<|assistant|>", "<|endoftext|>"],
  reasoning: [{ open: "<think>", close: "</think>" }],
  bareJson: true,
};

/** Reads the tool's name, then pairs of a key and a value. Anything but a bare name is one of the other forms of this tag. */
function* readCall(context: ReadingContext): Reading<boolean> {
  const { source, sink, tools, bodyStart } = context;
  yield* source.skipSpace();
  const name = yield* source.takeUntil((unit) => /[\s<>{}[\]()"'`]/.test(unit), 256);
  yield* source.skipSpace();
  const isNamed = name !== "" && (yield* source.nextLiteral([KEY_OPEN, CALL_CLOSE])) !== null;
  if (!isNamed) {
    if (source.rewind(bodyStart)) return yield* readTaggedCall(context);
    yield* breakCall(context, "the call names no tool");
    return true;
  }
  sink.name(name);
  const input: { [key: string]: JsonValue } = {};
  const repairs = new Set<string>();
  for (;;) {
    yield* source.skipSpace();
    if (yield* source.accept(CALL_CLOSE)) break;
    if ((yield* source.nextLiteral([CALL_OPEN])) !== null) {
      repairs.add("missing closing tag");
      break;
    }
    if (!(yield* source.accept(KEY_OPEN))) {
      const isCut = (yield* source.peek()) === "";
      yield* breakCall(context, isCut ? "the call is cut off" : "expected an argument");
      return true;
    }
    const key = (yield* source.takeUntil((unit) => unit === "<" || unit === "\n", 256)).trim();
    yield* source.accept(KEY_CLOSE);
    yield* source.skipSpace();
    if (key === "" || isForbiddenKey(key) || !(yield* source.accept(VALUE_OPEN))) {
      const reason = key === "" ? "an argument has no name" : `the argument '${key}' cannot be read`;
      yield* breakCall(context, reason);
      return true;
    }
    const text = yield* source.takeUntilLiteral([VALUE_CLOSE, KEY_OPEN, CALL_CLOSE]);
    if ((yield* source.peek()) === "" || text.length > DEFAULT_JSON_LIMITS.maxCharacters) {
      yield* breakCall(context, `the value of '${key}' is not closed`);
      return true;
    }
    if (!(yield* source.accept(VALUE_CLOSE))) repairs.add("missing closing tag");
    input[key] = toTypedValue(text, tools.argumentSchema(name, key));
  }
  sink.call(name, input, repairs);
  return true;
}

function* breakCall(context: ReadingContext, reason: string): Reading<void> {
  yield* reportBroken(context, reason, [CALL_CLOSE], [CALL_OPEN]);
}

/** The dialect of GLM 4.5 to 4.7: a bare name, then a key tag and a value tag for each argument, texts bare. */
export const glm: Format = {
  id: "glm",
  markers: MARKERS,
  renderSystem(system: string, tools: readonly ToolSpec[]): string {
    if (tools.length === 0) return system;
    const parts = [
      ...renderSignatures(tools, MARKERS),
      "For each function call, output the function name and arguments within the following XML format:\n" +
        renderTagCall(SHAPE, "{function-name}", { "{arg-key-1}": "{arg-value-1}", "{arg-key-2}": "{arg-value-2}" }),
    ];
    return [...parts, ...(system === "" ? [] : [system])].join("\n\n");
  },
  renderCall: (name: string, input: JsonObject): string => renderTagCall(SHAPE, name, input),
  renderResults(results: readonly ToolResultText[]): { readonly role: "user" | "tool"; readonly content: string } {
    return { role: "tool", content: renderToolResponses(results, MARKERS) };
  },
  createParser(options: ParserOptions): OutputParser {
    return createDialectParser(DIALECT, options);
  },
  toConstraint: (tools, mode) => toTagConstraint(SHAPE, tools, mode),
};
