import { DEFAULT_JSON_LIMITS, isForbiddenKey, isJsonObject, type JsonValue } from "../../protocol/json.ts";
import { JsonReader } from "./json-reader.ts";
import { CALL_LENIENCY, type ReadingContext, readJson, reportBroken } from "./output-reader.ts";
import { readTaggedJson } from "./tagged-json.ts";
import type { Reading } from "./text-source.ts";
import { toTypedValue } from "./typed-value.ts";

/** The tags of the family that writes calls as `<function=name><parameter=key>value</parameter></function>`. */
export const FUNCTION_OPEN = "<function=";
const FUNCTION_CLOSE = "</function>";
const PARAMETER_OPEN = "<parameter=";
const PARAMETER_CLOSE = "</parameter>";
export const CALL_OPEN = "<tool_call>";
export const CALL_CLOSE = "</tool_call>";

const MAX_NAME_LENGTH = 256;

/** Reads the body of `<tool_call>`: function tags or JSON, whichever the model wrote. */
export function* readTaggedCall(context: ReadingContext): Reading<boolean> {
  const { source } = context;
  yield* source.skipSpace();
  if (!(yield* source.accept(FUNCTION_OPEN))) {
    return yield* readTaggedJson(context, { closers: [CALL_CLOSE], openers: [CALL_OPEN] });
  }
  let outer = context;
  for (;;) {
    const complete = yield* readFunction(outer);
    if (!complete) return true;
    source.release();
    source.hold();
    outer = { ...context, start: source.position, bodyStart: source.position };
    yield* source.skipSpace();
    if (yield* source.accept(FUNCTION_OPEN)) continue;
    if (!(yield* source.accept(CALL_CLOSE))) {
      context.sink.markup();
      context.sink.text(source.release());
    }
    source.release();
    source.hold();
    return true;
  }
}

/** Reads one function from its name on, tags or JSON arguments; `quote` ends the name. False: it was reported as broken. */
export function* readFunction(context: ReadingContext, quote = ""): Reading<boolean> {
  const { source, sink, tools } = context;
  const ends = new Set([">", "<", "\n", quote]);
  const written = yield* source.takeUntil((unit) => ends.has(unit), MAX_NAME_LENGTH);
  if (quote !== "") yield* source.accept(quote);
  const name = toDeclaredName(written.trim(), context);
  if (name === "" || !(yield* source.accept(">"))) {
    yield* breakFunction(context, "the function has no name");
    return false;
  }
  sink.name(name);
  const input: { [key: string]: JsonValue } = {};
  const repairs = new Set<string>();
  let isClosed = false;
  for (;;) {
    yield* source.skipSpace();
    const next = yield* source.peek();
    if (next === "") {
      if (isClosed) break;
      yield* breakFunction(context, "the call is cut off");
      return false;
    }
    if (next === "{" && Object.keys(input).length === 0) {
      const result = yield* readJsonArguments(context, name);
      return result;
    }
    if (yield* source.accept(FUNCTION_CLOSE)) break;
    if (yield* source.accept(PARAMETER_CLOSE)) continue;
    if (yield* source.accept(PARAMETER_OPEN)) {
      const key = withoutQuotes(
        (yield* source.takeUntil((unit) => unit === ">" || unit === "<" || unit === "\n", MAX_NAME_LENGTH)).trim(),
      );
      if (key === "" || isForbiddenKey(key) || !(yield* source.accept(">"))) {
        yield* breakFunction(
          context,
          key === "" ? "a parameter has no name" : `the parameter '${key}' is not accepted`,
        );
        return false;
      }
      const text = yield* source.takeUntilLiteral([PARAMETER_CLOSE, PARAMETER_OPEN, FUNCTION_CLOSE, CALL_CLOSE]);
      if ((yield* source.peek()) === "" || text.length > DEFAULT_JSON_LIMITS.maxCharacters) {
        yield* breakFunction(context, `the value of '${key}' is not closed`);
        return false;
      }
      if (!(yield* source.accept(PARAMETER_CLOSE))) repairs.add("missing closing tag");
      isClosed = true;
      input[key] = toTypedValue(stripOneLineBreak(text), tools.argumentSchema(name, key));
      continue;
    }
    if ((yield* source.nextLiteral([CALL_CLOSE, CALL_OPEN, FUNCTION_OPEN])) !== null) {
      repairs.add("missing closing tag");
      break;
    }
    repairs.add("text between parameters");
    source.index += 1;
    yield* source.takeUntil((unit) => unit === "<", DEFAULT_JSON_LIMITS.maxCharacters);
  }
  sink.call(name, input, repairs);
  return true;
}

function* readJsonArguments(context: ReadingContext, name: string): Reading<boolean> {
  const { source, sink } = context;
  const reader = new JsonReader(CALL_LENIENCY);
  yield* readJson(source, reader);
  const input: JsonValue = reader.value;
  if (reader.state === "failed" || !isJsonObject(input)) {
    yield* breakFunction(context, `${reader.reason}, at character ${source.position}`);
    return false;
  }
  sink.call(name, input, reader.repairs);
  source.release();
  source.hold();
  yield* source.skipSpace();
  if (!(yield* source.accept(FUNCTION_CLOSE))) sink.text(source.release());
  return true;
}

function* breakFunction(context: ReadingContext, reason: string): Reading<void> {
  const closers = context.literal === FUNCTION_OPEN ? [FUNCTION_CLOSE] : [CALL_CLOSE];
  yield* reportBroken(context, reason, closers, [CALL_OPEN]);
}

/** The value without the one line break that the family writes after the opening and before the closing tag. */
function stripOneLineBreak(text: string): string {
  const [first = ""] = /^\r?\n/.exec(text) ?? [];
  // After a lone line feed a carriage return before the last one is the value's own.
  return text.slice(first.length).replace(first === "\n" ? /\n$/ : /\r?\n$/, "");
}

function withoutQuotes(name: string): string {
  return name.replace(/^(["'])(.+)\1$/, "$2");
}

function toDeclaredName(written: string, { tools }: ReadingContext): string {
  const bare = withoutQuotes(written);
  return tools.get(bare) === undefined ? written : bare;
}
