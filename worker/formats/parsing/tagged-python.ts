import type { JsonObject } from "../../protocol/json.ts";
import type { CallContext, Opener } from "./dialect.ts";
import { FENCE } from "./literal-table.ts";
import { readIdentifier, readKeywordArguments } from "./python-literal.ts";
import { readTaggedJson, type TaggedJsonMarks } from "./tagged-json.ts";
import { type Reading, toUnitPattern } from "./text-source.ts";

/** The state of a list while it is read. */
interface ListProgress {
  /** True once a call has been read. */
  found: boolean;
  /** Why a call could not be read, or empty; the offset is where its text begins. */
  fault: string;
  faultStart: number;
}

/**
 * Reads `f(a=1), g(b="x")`, with or without brackets around it, separated by commas or line breaks. A call that cannot be
 * read leaves the others intact. A list without closers is a bare one, which its own bracket closes: only declared names
 * count in it, and where none of them is called the result is false.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over one grammar, without a state between functions.
export function* readPythonList(context: CallContext, marks: TaggedJsonMarks): Reading<boolean> {
  const { source, sink, tools } = context;
  const isBare = marks.closers.length === 0;
  yield* source.skipSpace();
  const hasBracket = isBare || (yield* source.accept("["));
  if (hasBracket) yield* source.skipSpace();
  if (!isBare && (yield* source.peek()) === "{") return yield* readTaggedJson(context, marks);
  const ends = [...marks.closers, ...marks.openers];
  let list: ListProgress = { found: false, fault: "", faultStart: context.start };
  for (;;) {
    yield* source.skipSpace();
    if (hasBracket && (yield* source.accept("]"))) break;
    if (!isBare && (yield* source.nextLiteral(ends)) !== null) break;
    const start = source.position;
    const { name, isPrinted } = yield* readCallee(context);
    if (name === "" || !(yield* source.accept("("))) {
      const fault = (yield* source.peek()) === "" ? "the call is cut off" : "expected a call as name(…)";
      if (list.fault === "") list.fault = fault;
      break;
    }
    const isCounted = !isBare || tools.has(name);
    if (isCounted && list.fault === "") sink.name(name);
    const bodyStart = source.position;
    const read = yield* readKeywordArguments(source);
    if ("fault" in read) {
      if (list.fault === "" && list.found && (sink.isNamed || !isBare)) list.faultStart = start;
      if (list.fault === "") list.fault = read.fault;
      if (source.position > bodyStart) source.rewind(bodyStart);
      if (yield* skipToNextCall(context, marks)) continue;
      break;
    }
    if (isPrinted) yield* source.accept(")");
    if (isCounted) {
      // First the one before it that could not be read.
      if (list.fault !== "") sink.broken(list.faultStart, list.fault, source.held().slice(0, start - source.position));
      sink.call(name, read.input);
      source.hold();
      list = { found: true, fault: "", faultStart: source.position };
    } else if (list.fault === "") list.fault = `'${name}' is not one of the tools`;
    yield* source.skipSpace();
    if (!(yield* source.accept(","))) yield* source.accept(";");
  }
  if (isBare && !list.found && !sink.isNamed) return false;
  yield* closeList(context, marks, list);
  return true;
}

function* closeList({ source, sink }: CallContext, marks: TaggedJsonMarks, list: ListProgress): Reading<void> {
  const { closers, openers } = marks;
  if (list.fault !== "") {
    if (closers.length > 0) yield* source.takeUntilLiteral([...closers, ...openers]);
    yield* source.acceptOne(closers);
    sink.broken(list.faultStart, list.fault, source.held());
    return;
  }
  source.hold();
  yield* source.skipSpace();
  const closer = yield* source.acceptOne(closers);
  sink.markup();
  if (closer === null) sink.text(source.release());
  source.hold();
}

/** Reads the name of a call, also of one that is an argument of `print(`. */
function* readCallee({ source, tools }: CallContext): Reading<{ readonly name: string; readonly isPrinted: boolean }> {
  const name = yield* readIdentifier(source);
  yield* source.skipSpace();
  const isPrinted = name === "print" && tools.get(name) === undefined && (yield* source.accept("("));
  if (!isPrinted) return { name, isPrinted };
  yield* source.skipSpace();
  return { name: yield* readIdentifier(source), isPrinted };
}

/** Skips to where the next call of the list begins: after `)` and a separator, at a name and a bracket. */
function* skipToNextCall({ source }: CallContext, marks: TaggedJsonMarks): Reading<boolean> {
  const ends = [...marks.closers, ...marks.openers];
  const firsts = toUnitPattern([")", ...ends.map((end) => end.charAt(0))]);
  for (;;) {
    yield* source.takeUntilUnit(firsts);
    const unit = yield* source.peek();
    if (unit === "" || (yield* source.nextLiteral(ends)) !== null) return false;
    source.index += 1;
    if (unit !== ")") continue;
    if (ends.length === 0 && (yield* source.accept("]"))) return false;
    const gap = yield* source.takeUntil((next) => !/[\s,;]/.test(next), 64);
    if (!/[,;\n]/.test(gap)) continue;
    const start = source.position;
    const name = yield* readIdentifier(source);
    if (name !== "" && (yield* source.peek()) === "(" && source.rewind(start)) return true;
  }
}

const BARE: TaggedJsonMarks = { closers: [], openers: [] };

/** A bracket that opens a list of calls without any tag. */
export const BARE_LIST_OPENER: Opener = {
  literal: "[",
  read: (context) => readPythonList(context, BARE),
};

/** The tags that Llama 4, LFM2 and OLMo 3 put around their lists. */
export const PYTHON_LIST_TAGS: readonly (readonly [open: string, close: string])[] = [
  ["<|python_start|>", "<|python_end|>"],
  ["<|tool_call_start|>", "<|tool_call_end|>"],
  ["<function_calls>", "</function_calls>"],
];

export const PYTHON_LIST_OPENERS: readonly Opener[] = PYTHON_LIST_TAGS.map(([literal, close]) => ({
  literal,
  read: (context) => readPythonList(context, { closers: [close], openers: [literal] }),
}));

/** A list of declared calls in a code block; any other Python is for the user. */
export const PYTHON_FENCE_OPENER: Opener = {
  literal: `${FENCE}python`,
  *read(context) {
    const { source } = context;
    yield* source.skipSpace();
    if (!(yield* source.accept("["))) return false;
    if (!(yield* readPythonList(context, BARE))) return false;
    yield* source.skipSpace();
    yield* source.accept(FENCE);
    return true;
  },
};

/** A reply that is nothing but calls of declared tools, without the brackets around them. */
export function toSoleCallOpener(name: string): Opener {
  return { literal: `${name}(`, read: (context) => readSoleCalls(context, name) };
}

function* readSoleCalls({ source, sink, tools, start }: CallContext, first: string): Reading<boolean> {
  if (start !== 0) return false;
  const calls: { readonly name: string; readonly input: JsonObject }[] = [];
  for (let name = first; ; ) {
    const read = yield* readKeywordArguments(source);
    if ("fault" in read) return false;
    calls.push({ name, input: read.input });
    yield* source.skipSpace();
    if (yield* source.accept(",")) yield* source.skipSpace();
    if ((yield* source.peek()) === "") break;
    name = yield* readIdentifier(source);
    if (!tools.has(name) || !(yield* source.accept("("))) return false;
  }
  for (const { name, input } of calls) sink.call(name, input);
  return true;
}
