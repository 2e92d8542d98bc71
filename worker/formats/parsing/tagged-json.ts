import { readCallList, readCallObject } from "./call-object.ts";
import { CallWatch } from "./call-watch.ts";
import type { CallContext, Opener } from "./dialect.ts";
import { FENCE } from "./literal-table.ts";
import { readIdentifier, readKeywordArguments } from "./python-literal.ts";
import { emitCall, readCallJson, reportBroken } from "./read-call.ts";
import type { Reading } from "./text-source.ts";

/** The literals around tagged JSON calls. */
export interface TaggedJsonMarks {
  /** Any of these closes the call; one is consumed. */
  readonly closers: readonly string[];
  /** After a call that could not be read, reading resumes at one of these. */
  readonly openers: readonly string[];
  /** True when the bracket of the array has been read already. */
  readonly inArray?: boolean;
}

/**
 * Reads the JSON after an opening tag: one call object or several, in an array, one after another, or in a code fence.
 * Calls are reported whatever name they carry. A missing closing tag is forgiven once the JSON is complete.
 */
export function* readTaggedJson(outer: CallContext, marks: TaggedJsonMarks): Reading<boolean> {
  const { source, sink } = outer;
  let context = outer;
  yield* source.skipSpace();
  const isFenced = yield* source.accept(FENCE);
  if (isFenced) {
    yield* source.takeUntil((unit) => !/[A-Za-z_]/.test(unit), 16);
    yield* source.skipSpace();
  }
  if (marks.inArray !== true && (yield* source.accept("["))) yield* source.skipSpace();
  const isEmpty = context.bodyStart < source.position && (yield* source.peek()) === "]";
  while (!isEmpty) {
    const next = yield* source.peek();
    if (next === "{") {
      const read = yield* readCallJson(source, new CallWatch((name) => sink.name(name), null));
      if ("fault" in read) return yield* reportBroken(context, read.fault, marks.closers, marks.openers);
      for (const call of readCallList(read.object) ?? [read.object]) {
        emitCall(context, readCallObject(call), read.repairs, context.start);
      }
      context = yield* releaseCall(outer);
      if ((yield* source.peek()) !== "{") break;
    } else if (yield* readNamedCall(context)) {
      context = yield* releaseCall(outer);
      if ((yield* source.peek()) === "" || (yield* source.nextLiteral(marks.closers)) !== null) break;
    } else {
      const reason = next === "" ? "the call is cut off" : "expected a JSON object";
      return yield* reportBroken(context, reason, marks.closers, marks.openers);
    }
  }
  yield* closeTag(outer, marks, isFenced);
  return true;
}

/** Releases a call that has been read and the separator after it; returns the context for the next one. */
function* releaseCall(outer: CallContext): Reading<CallContext> {
  const { source } = outer;
  source.hold();
  const context = { ...outer, start: source.position, bodyStart: source.position };
  yield* source.skipSpace();
  if ((yield* source.accept(",")) || (yield* source.accept(";"))) yield* source.skipSpace();
  return context;
}

function* closeTag({ source, sink }: CallContext, marks: TaggedJsonMarks, isFenced: boolean): Reading<void> {
  // A bracket too many after a complete call changes nothing.
  while ((yield* source.accept("]")) || (yield* source.accept("}"))) {
    source.hold();
    yield* source.skipSpace();
  }
  if (isFenced && (yield* source.accept(FENCE))) yield* source.skipSpace();
  if ((yield* source.acceptOne(marks.closers)) !== null) {
    source.release();
  } else {
    sink.markup();
    // The rest at the end may be a closing tag cut short.
    const rest = source.text.slice(source.index);
    if (source.ended && rest.length > 1 && marks.closers.some((mark) => mark.startsWith(rest))) {
      source.index += rest.length;
      source.release();
    }
    sink.text(source.release());
  }
  source.hold();
}

/**
 * Reads `name{…}` or `name(key=value)`, which some models write between the tags; only a declared name counts. Returns
 * false with the text unread, where the rewind budget allows.
 */
function* readNamedCall({ source, sink, tools, bodyStart }: CallContext): Reading<boolean> {
  const start = source.position;
  const name = yield* readIdentifier(source);
  const isDeclared = name !== "" && tools.has(name);
  if (isDeclared) yield* source.skipSpace();
  const next = isDeclared ? yield* source.peek() : "";
  if (next === "{") {
    sink.name(name);
    const read = yield* readCallJson(source);
    if ("object" in read) {
      sink.call(name, read.object, read.repairs);
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

/**
 * A declared name alone on the first line and its arguments on the next, unless these are a call of their own: so GLM 4
 * calls, and Functionary, whose prompt ends in the mark of the first recipient.
 */
export function toFirstLineOpener(name: string): Opener {
  return { literal: `${name}\n`, read: (context) => readFirstLine(context, name) };
}

function* readFirstLine({ source, sink, tools, start }: CallContext, name: string): Reading<boolean> {
  if (start !== 0 || (yield* source.peek()) !== "{") return false;
  const read = yield* readCallJson(source);
  if ("fault" in read) return false;
  const own = readCallObject(read.object);
  if (own.type === "call" && own.argumentsGiven && tools.has(own.name)) return false;
  sink.call(name, read.object, read.repairs);
  return true;
}

/** `Action: name` and on the next line `Action Input: {…}`, as models write that were trained on ReAct. */
export function toActionOpeners(name: string): readonly Opener[] {
  return [" ", ""].map((gap) => toArgumentsOpener(`Action:${gap}${name}\nAction Input:`, name));
}

/** The form of Qwen 1.5 and 2: flowers around the words for a function and its arguments. */
export function toFlowerOpener(name: string): Opener {
  return toArgumentsOpener(`✿FUNCTION✿: ${name}\n✿ARGS✿:`, name);
}

/** A literal that names a declared tool and is followed by its arguments. */
function toArgumentsOpener(literal: string, name: string): Opener {
  return {
    literal,
    atLineStart: true,
    *read({ source, sink }) {
      yield* source.skipSpace();
      if ((yield* source.peek()) !== "{") return false;
      sink.name(name);
      const read = yield* readCallJson(source);
      if ("fault" in read) return false;
      sink.call(name, read.object, read.repairs);
      return true;
    },
  };
}

/** A call that begins with one of `open` and may end in `close`. */
export function toJsonOpener(open: string, close: string): Opener {
  return { literal: open, read: (context) => readTaggedJson(context, { closers: [close], openers: [open] }) };
}

/** The tag of the Hermes dialect, which models of other families write as well, having seen much of it in training. */
export const HERMES_OPENER: Opener = toJsonOpener("<tool_call>", "</tool_call>");
