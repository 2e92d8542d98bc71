import type { CallContext, Opener } from "./dialect.ts";
import { readIdentifier, readKeywordArguments } from "./python-literal.ts";
import { readTaggedJson } from "./tagged-json.ts";
import { type Reading, toUnitPattern } from "./text-source.ts";

/** How a list of Python calls is marked. */
export interface PythonListMarks {
  /** Any of these closes the list; one is consumed. Empty for a bare list, which its own bracket closes. */
  readonly closers: readonly string[];
  /** The literals that open further lists; reading stops before them. */
  readonly openers: readonly string[];
  /** Whether undeclared names count as calls. */
  readonly anyName: boolean;
}

/** What is known of a list while it is read. */
interface ListProgress {
  /** True once a call has been read. */
  found: boolean;
  /** Why a call could not be read, or empty; the offset is where its text begins. */
  fault: string;
  faultStart: number;
}

/**
 * Reads `f(a=1), g(b="x")`, with or without brackets around it, separated by commas or line breaks. A call that cannot be
 * read leaves the others intact. Returns false if nothing in a bare list is a call.
 */
export function* readPythonList(context: CallContext, marks: PythonListMarks): Reading<boolean> {
  const { source, sink } = context;
  const isBare = marks.closers.length === 0;
  yield* source.skipSpace();
  const hasBracket = isBare || (yield* source.accept("["));
  if (hasBracket) yield* source.skipSpace();
  if (!isBare && (yield* source.peek()) === "{") return yield* readTaggedJson(context, marks);
  const ends = [...marks.closers, ...marks.openers];
  const list: ListProgress = { found: false, fault: "", faultStart: context.start };
  for (;;) {
    yield* source.skipSpace();
    if (hasBracket && (yield* source.accept("]"))) break;
    if (!isBare && (yield* source.nextLiteral(ends)) !== null) break;
    if (!(yield* readListedCall(context, marks, list))) break;
  }
  if (isBare && !list.found && !sink.isNamed) return false;
  if (list.fault !== "") {
    if (!isBare) yield* source.takeUntilLiteral(ends);
    yield* source.acceptOne(marks.closers);
    sink.broken(list.faultStart, list.fault, source.held());
    return true;
  }
  source.release();
  source.hold();
  yield* source.skipSpace();
  const closer = yield* source.acceptOne(marks.closers);
  sink.markup();
  if (closer === null) sink.text(source.release());
  source.hold();
  return true;
}

/** Reads one call of a list and the separator after it. Returns false where no further call can be read. */
function* readListedCall(context: CallContext, marks: PythonListMarks, list: ListProgress): Reading<boolean> {
  const { source, sink, tools } = context;
  const isBare = marks.closers.length === 0;
  const start = source.position;
  const { name, isPrinted } = yield* readCallee(context);
  if (name === "" || !(yield* source.accept("("))) {
    if (list.fault === "") {
      list.fault = (yield* source.peek()) === "" ? "the call is cut off" : "expected a call as name(…)";
    }
    return false;
  }
  const isCounted = marks.anyName || tools.has(name);
  if (isCounted && list.fault === "") sink.name(name);
  const bodyStart = source.position;
  const read = yield* readKeywordArguments(source);
  if ("fault" in read) {
    if (list.fault === "") {
      list.fault = read.fault;
      if (sink.isNamed || !isBare) list.faultStart = list.found ? start : context.start;
    }
    if (source.position > bodyStart) source.rewind(bodyStart);
    return yield* skipToNextCall(context, marks);
  }
  if (isPrinted) yield* source.accept(")");
  if (isCounted) {
    const lengthOfCall = source.position - start;
    if (list.fault !== "") sink.broken(list.faultStart, list.fault, source.held().slice(0, -lengthOfCall));
    sink.call(name, read.input);
    source.release();
    source.hold();
    Object.assign(list, { found: true, fault: "", faultStart: source.position });
  } else if (list.fault === "") {
    list.fault = `'${name}' is not one of the tools`;
  }
  yield* source.skipSpace();
  if (!(yield* source.accept(","))) yield* source.accept(";");
  return true;
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
function* skipToNextCall({ source }: CallContext, marks: PythonListMarks): Reading<boolean> {
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

/** A bracket that opens a list of calls without any tag. */
export const BARE_LIST_OPENER: Opener = {
  literal: "[",
  read: (context) => readPythonList(context, { closers: [], openers: [], anyName: false }),
};
