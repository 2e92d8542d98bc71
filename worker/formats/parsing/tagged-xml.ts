import { DEFAULT_JSON_LIMITS } from "../../protocol/bounded-json.ts";
import { isForbiddenKey, type JsonValue } from "../../protocol/json.ts";
import type { CallContext, Opener } from "./dialect.ts";
import { readCallJson, reportBroken } from "./read-call.ts";
import { readTaggedJson } from "./tagged-json.ts";
import type { Reading, TextSource } from "./text-source.ts";
import { toTypedValue } from "./typed-value.ts";

// The tags of the family that writes calls as `<function=name><parameter=key>value</parameter></function>`.
export const FUNCTION_OPEN = "<function=";
const FUNCTION_CLOSE = "</function>";
/** MiniCPM names its parameters in an attribute. */
const PARAMETER_OPENS = ["<parameter=", "<parameter name=", "<param name="];
const PARAMETER_CLOSES = ["</parameter>", "</param>"];
/** Around a value that may itself hold tags. */
const DATA_OPEN = "<![CDATA[";
const DATA_CLOSE = "]]>";
export const CALL_OPEN = "<tool_call>";
export const CALL_CLOSE = "</tool_call>";

/** Any of these ends a parameter's value. */
const VALUE_ENDS = [...PARAMETER_CLOSES, ...PARAMETER_OPENS, FUNCTION_CLOSE, CALL_CLOSE];

const MAX_NAME_LENGTH = 256;

/** Reads the body of `<tool_call>`: function tags or JSON, whichever the model wrote. */
export function* readTaggedCall(context: CallContext): Reading<boolean> {
  const { source } = context;
  yield* source.skipSpace();
  if (!(yield* source.accept(FUNCTION_OPEN))) {
    return yield* readTaggedJson(context, { closers: [CALL_CLOSE], openers: [CALL_OPEN] });
  }
  let outer = context;
  for (;;) {
    const complete = yield* readFunction(outer);
    if (!complete) return true;
    source.hold();
    outer = { ...context, start: source.position, bodyStart: source.position };
    yield* source.skipSpace();
    if (yield* source.accept(FUNCTION_OPEN)) continue;
    if (!(yield* source.accept(CALL_CLOSE))) {
      context.sink.markup();
      context.sink.text(source.release());
    }
    source.hold();
    return true;
  }
}

/**
 * Reads one function from its name on, with parameter tags or JSON arguments; `quote` ends the name. Returns false after
 * reporting it as broken.
 */
function* readFunction(context: CallContext, quote = ""): Reading<boolean> {
  const { source, sink, tools } = context;
  const ends = new Set([">", "<", "\n", quote]);
  const written = yield* source.takeUntil((unit) => ends.has(unit), MAX_NAME_LENGTH);
  if (quote !== "") yield* source.accept(quote);
  const name = toDeclaredName(written.trim(), context);
  if (name === "" || !(yield* source.accept(">"))) return yield* breakFunction(context, "the function has no name");
  sink.name(name);
  const input: { [key: string]: JsonValue } = {};
  const repairs = new Set<string>();
  let isClosed = false;
  for (;;) {
    yield* source.skipSpace();
    const next = yield* source.peek();
    if (next === "") {
      if (isClosed) break;
      return yield* breakFunction(context, "the call is cut off");
    }
    if (next === "{" && Object.keys(input).length === 0) return yield* readJsonArguments(context, name);
    if (yield* source.accept(FUNCTION_CLOSE)) break;
    if ((yield* source.acceptOne(PARAMETER_CLOSES)) !== null) continue;
    if ((yield* source.acceptOne(PARAMETER_OPENS)) !== null) {
      const { key, fault } = yield* readParameterName(source);
      if (fault !== null) return yield* breakFunction(context, fault);
      const text = yield* readParameterValue(source);
      if ((yield* source.peek()) === "" || text.length > DEFAULT_JSON_LIMITS.maxCharacters) {
        return yield* breakFunction(context, `the value of '${key}' is not closed`);
      }
      if ((yield* source.acceptOne(PARAMETER_CLOSES)) === null) repairs.add("missing closing tag");
      input[key] = toTypedValue(text, tools.argumentSchema(name, key));
      isClosed = true;
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

/** Reads a parameter's name and the end of its opening tag. */
function* readParameterName(source: TextSource): Reading<{ readonly key: string; readonly fault: string | null }> {
  const written = yield* source.takeUntil((unit) => unit === ">" || unit === "<" || unit === "\n", MAX_NAME_LENGTH);
  const key = withoutQuotes(written.trim());
  if (key === "") return { key, fault: "a parameter has no name" };
  const isAccepted = !isForbiddenKey(key) && (yield* source.accept(">"));
  return { key, fault: isAccepted ? null : `the parameter '${key}' is not accepted` };
}

/** The text of a parameter up to whatever ends it. */
function* readParameterValue(source: TextSource): Reading<string> {
  if (!(yield* source.accept(DATA_OPEN))) return stripOneLineBreak(yield* source.takeUntilLiteral(VALUE_ENDS));
  const data = yield* source.takeUntilLiteral([DATA_CLOSE]);
  yield* source.accept(DATA_CLOSE);
  yield* source.takeUntilLiteral(VALUE_ENDS);
  return data;
}

function* readJsonArguments(context: CallContext, name: string): Reading<boolean> {
  const { source, sink } = context;
  const read = yield* readCallJson(source);
  if ("fault" in read) return yield* breakFunction(context, read.fault);
  sink.call(name, read.object, read.repairs);
  source.hold();
  yield* source.skipSpace();
  if (!(yield* source.accept(FUNCTION_CLOSE))) sink.text(source.release());
  return true;
}

/** Reports the function as broken and returns false. */
function* breakFunction(context: CallContext, reason: string): Reading<false> {
  const closers = context.literal === FUNCTION_OPEN ? [FUNCTION_CLOSE] : [CALL_CLOSE];
  yield* reportBroken(context, reason, closers, [CALL_OPEN]);
  return false;
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

function toDeclaredName(written: string, { tools }: CallContext): string {
  const bare = withoutQuotes(written);
  return tools.get(bare) === undefined ? written : bare;
}

/** The tag of Hermes and its relatives, whatever stands in it. */
export const TAGGED_CALL_OPENER: Opener = { literal: CALL_OPEN, read: readTaggedCall };

/** A function tag without a call tag around it. */
export const FUNCTION_OPENER: Opener = { literal: FUNCTION_OPEN, read: (context) => readWholeFunction(context, "") };

/** `<function name="f">{…}</function>`, which models of this family write now and then. */
export const NAMED_FUNCTION_OPENERS: readonly Opener[] = ['"', "'"].map((quote) => ({
  literal: `<function name=${quote}`,
  read: (context) => readWholeFunction(context, quote),
}));

/** Reads a function; one that is broken has been reported, so the opener counts either way. */
function* readWholeFunction(context: CallContext, quote: string): Reading<boolean> {
  yield* readFunction(context, quote);
  return true;
}
