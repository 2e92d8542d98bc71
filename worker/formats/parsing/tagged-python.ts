import type { ReadingContext } from "./output-reader.ts";
import { readIdentifier, readKeywordArguments } from "./python-literal.ts";
import { readTaggedJson } from "./tagged-json.ts";
import { type Reading, toUnitPattern } from "./text-source.ts";

/** How a list of Python calls is marked. */
export interface PythonListMarks {
  /** Any of these closes the list; one is consumed. Empty for a bare list, which its own bracket closes. */
  readonly closers: readonly string[];
  /** The literals that open tagged lists; reading stops before them. */
  readonly openers: readonly string[];
  /** Whether names count that were never declared. */
  readonly anyName: boolean;
}

/**
 * Reads `f(a=1), g(b="x")`, with or without brackets around it, separated by commas or line breaks. A call that cannot be
 * read does not take the others with it. Answers false when nothing in a bare list is a call.
 */
export function* readPythonList(context: ReadingContext, marks: PythonListMarks): Reading<boolean> {
  const { source, sink, tools } = context;
  const isBare = marks.closers.length === 0;
  yield* source.skipSpace();
  const bracket = isBare || (yield* source.accept("["));
  if (bracket) yield* source.skipSpace();
  if (!isBare && (yield* source.peek()) === "{") {
    return yield* readTaggedJson(context, marks);
  }
  let faultStart = context.start;
  let fault = "";
  let found = false;
  for (;;) {
    yield* source.skipSpace();
    if (bracket && (yield* source.accept("]"))) break;
    if (!isBare && (yield* source.nextLiteral([...marks.closers, ...marks.openers])) !== null) break;
    const start = source.position;
    let name = yield* readIdentifier(source);
    yield* source.skipSpace();
    const isPrint = name === "print" && tools.get(name) === undefined && (yield* source.accept("("));
    if (isPrint) {
      yield* source.skipSpace();
      name = yield* readIdentifier(source);
    }
    if (name === "" || !(yield* source.accept("("))) {
      if (fault === "") fault = (yield* source.peek()) === "" ? "the call is cut off" : "expected a call as name(…)";
      break;
    }
    const counts = marks.anyName || tools.has(name);
    if (counts && fault === "") sink.name(name);
    const bodyStart = source.position;
    const read = yield* readKeywordArguments(source);
    if ("fault" in read) {
      if (sink.isNamed || !isBare) {
        if (fault === "") faultStart = found ? start : context.start;
        fault = fault === "" ? read.fault : fault;
      } else if (fault === "") {
        fault = read.fault;
      }
      if (source.position > bodyStart) source.rewind(bodyStart);
      if (!(yield* skipToNextCall(context, marks))) break;
      continue;
    }
    if (isPrint) yield* source.accept(")");
    if (counts) {
      if (fault !== "") sink.broken(faultStart, fault, beforeCall(source.held(), source.position - start));
      fault = "";
      sink.call(name, read.input);
      found = true;
      source.release();
      source.hold();
      faultStart = source.position;
    } else if (fault === "") {
      fault = `'${name}' is not one of the tools`;
    }
    yield* source.skipSpace();
    if (!(yield* source.accept(","))) yield* source.accept(";");
  }
  if (!found && isBare && !sink.isNamed) return false;
  if (fault !== "" && (found || !isBare || sink.isNamed)) {
    if (!isBare) yield* source.takeUntilLiteral([...marks.closers, ...marks.openers]);
    const closer = yield* source.nextLiteral(marks.closers);
    if (closer !== null) source.index += closer.length;
    sink.broken(faultStart, fault, source.held());
    return true;
  }
  source.release();
  source.hold();
  yield* source.skipSpace();
  const closer = yield* source.nextLiteral(marks.closers);
  if (closer !== null) source.index += closer.length;
  sink.markup();
  if (closer === null) sink.text(source.release());
  source.hold();
  return true;
}

/** Goes on to where the next call of the list begins: after `)` and a separator, at a name and a bracket. */
function* skipToNextCall(context: ReadingContext, marks: PythonListMarks): Reading<boolean> {
  const { source } = context;
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

function beforeCall(held: string, length: number): string {
  return held.slice(0, held.length - length);
}
