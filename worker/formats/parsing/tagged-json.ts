import { isJsonObject } from "../../protocol/json.ts";
import { readCallList, readCallObject } from "./call-object.ts";
import { JsonReader } from "./json-reader.ts";
import { CALL_LENIENCY, CallWatch, type Opener, type ReadingContext, readJson, reportBroken } from "./output-reader.ts";
import { readIdentifier, readKeywordArguments } from "./python-literal.ts";
import type { Reading } from "./text-source.ts";

/** The literals around tagged JSON calls. */
export interface TaggedJsonMarks {
  /** Any of these closes the call; one is consumed. */
  readonly closers: readonly string[];
  /** Reading goes on here after a call that could not be read. */
  readonly openers: readonly string[];
  /** True when the bracket of the array has been read already. */
  readonly inArray?: boolean;
}

/**
 * Reads the JSON after an opening tag: one call object or several, in an array, one after another, or in a code fence.
 * Whatever name they carry is reported. A closing tag that is missing is forgiven once the JSON is complete.
 */
export function* readTaggedJson(outer: ReadingContext, marks: TaggedJsonMarks): Reading<boolean> {
  const { source, sink } = outer;
  let context = outer;
  yield* source.skipSpace();
  const fenced = yield* source.accept("```");
  if (fenced) {
    yield* source.takeUntil((unit) => !/[A-Za-z_]/.test(unit), 16);
    yield* source.skipSpace();
  }
  if (marks.inArray !== true && (yield* source.accept("["))) yield* source.skipSpace();
  const isEmpty = context.bodyStart < source.position && (yield* source.peek()) === "]";
  while (!isEmpty) {
    const next = yield* source.peek();
    if (next !== "{" && (yield* readNamedCall(context))) {
      context = yield* closeCall(outer);
      if ((yield* source.peek()) !== "" && (yield* source.nextLiteral(marks.closers)) === null) continue;
      break;
    }
    if (next !== "{") {
      yield* reportBroken(
        context,
        next === "" ? "the call is cut off" : "expected a JSON object",
        marks.closers,
        marks.openers,
      );
      return true;
    }
    const reader = new JsonReader(CALL_LENIENCY, new CallWatch((name) => sink.name(name), null));
    yield* readJson(source, reader);
    const object = reader.value;
    if (reader.state === "failed" || !isJsonObject(object)) {
      const reason = `${reader.reason}, at character ${source.position}`;
      yield* reportBroken(context, reason, marks.closers, marks.openers);
      return true;
    }
    for (const call of readCallList(object) ?? [object]) {
      const result = readCallObject(call);
      if (result.type === "call") sink.call(result.name, result.arguments, reader.repairs);
      else
        sink.broken(context.start, result.type === "broken" ? result.reason : "the call names no tool", source.held());
    }
    context = yield* closeCall(outer);
    if ((yield* source.peek()) === "{") continue;
    break;
  }
  // A bracket too many after a complete call changes nothing.
  while ((yield* source.accept("]")) || (yield* source.accept("}"))) {
    source.release();
    source.hold();
    yield* source.skipSpace();
  }
  if (fenced && (yield* source.accept("```"))) yield* source.skipSpace();
  const closer = yield* source.nextLiteral(marks.closers);
  if (closer !== null) {
    source.index += closer.length;
    source.release();
  } else {
    sink.markup();
    // What is left at the end may be a closing tag cut short.
    const rest = source.text.slice(source.index);
    if (source.ended && rest.length > 1 && marks.closers.some((mark) => mark.startsWith(rest))) {
      source.index += rest.length;
      source.release();
    }
    sink.text(source.release());
  }
  source.hold();
  return true;
}

/** Lets go of a call that has been read, and of the separator after it; answers the context for the next one. */
function* closeCall(outer: ReadingContext): Reading<ReadingContext> {
  const { source } = outer;
  source.release();
  source.hold();
  const context = { ...outer, start: source.position, bodyStart: source.position };
  yield* source.skipSpace();
  if ((yield* source.accept(",")) || (yield* source.accept(";"))) yield* source.skipSpace();
  return context;
}

/**
 * Reads `name{…}` or `name(key=value)`, which some models write between the tags; only a declared name counts. False leaves
 * the text for what can be said of it.
 */
function* readNamedCall({ source, sink, tools, bodyStart }: ReadingContext): Reading<boolean> {
  const start = source.position;
  const name = yield* readIdentifier(source);
  const isDeclared = name !== "" && tools.has(name);
  if (isDeclared) yield* source.skipSpace();
  const next = isDeclared ? yield* source.peek() : "";
  if (next === "{") {
    sink.name(name);
    const reader = new JsonReader(CALL_LENIENCY);
    yield* readJson(source, reader);
    if (reader.state === "done" && isJsonObject(reader.value)) {
      sink.call(name, reader.value, reader.repairs);
      return true;
    }
  } else if (next === "(" && (yield* source.accept("("))) {
    sink.name(name);
    const read = yield* readKeywordArguments(source);
    if ("input" in read) {
      sink.call(name, read.input);
      return true;
    }
  }
  source.rewind(Math.max(start, bodyStart));
  return false;
}

/** The tag of the Hermes dialect, which models of other families write as well when they have read enough of it. */
export const HERMES_OPENER: Opener = {
  literal: "<tool_call>",
  read: (context: ReadingContext): Reading<boolean> =>
    readTaggedJson(context, { closers: ["</tool_call>"], openers: ["<tool_call>"] }),
};
