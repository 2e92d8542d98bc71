import { isJsonObject } from "../../protocol/json.ts";
import { readCallList, readCallObject } from "./call-object.ts";
import { CallWatch } from "./call-watch.ts";
import type { OutputContext } from "./dialect.ts";
import { type JsonLeniency, JsonReader } from "./json-reader.ts";
import { FENCE } from "./literal-table.ts";
import type { OutputSink } from "./output-sink.ts";
import { emitCall } from "./read-call.ts";
import type { Reading, TextSource } from "./text-source.ts";

const BARE_LENIENCY: JsonLeniency = { python: true };

/**
 * Reads calls written as bare JSON: an object, several of them in an array or one after another, possibly inside a code
 * fence or a tag, which is `wrapper`. What turns out not to be a call is given to the sink as text. Returns false if there
 * was no call.
 */
export function* readBareCalls(context: OutputContext, wrapper: string): Reading<boolean> {
  const { source, sink } = context;
  source.hold();
  const frame = yield* openFrame(source, wrapper);
  for (let count = 0; ; count += 1) {
    const bodyStart = source.position;
    if ((yield* source.peek()) !== "{") {
      giveBackAsText(source, sink, bodyStart);
      return count > 0;
    }
    const outcome = yield* readBareObject(context);
    if (outcome === "text") {
      sink.text(source.release());
      return count > 0;
    }
    if (outcome !== "call") {
      if (!sink.isNamed && count === 0) {
        giveBackAsText(source, sink, bodyStart + 1);
        return false;
      }
      yield* skipBrokenObject(source, outcome.depth);
      const raw = source.release();
      sink.broken(source.position - raw.length, outcome.reason, raw);
      return true;
    }
    source.hold();
    yield* source.skipSpace();
    const isSeparated = (yield* source.accept(",")) || (!frame.isArray && (yield* source.accept(";")));
    if (isSeparated) yield* source.skipSpace();
    if ((yield* source.peek()) !== "{") {
      yield* closeFrame(context, frame);
      return true;
    }
    source.hold();
  }
}

/** A wrapper around bare calls, which has to be closed after them. */
interface Frame {
  /** The literal that closes the wrapper; empty where there is none. */
  readonly closer: string;
  readonly isResponse: boolean;
  readonly isArray: boolean;
}

function* openFrame(source: TextSource, wrapper: string): Reading<Frame> {
  source.index += wrapper.length;
  let closer = "";
  if (wrapper === FENCE) {
    closer = FENCE;
    yield* source.takeUntil((unit) => !/[A-Za-z_]/.test(unit), 16);
  } else if (wrapper !== "") {
    closer = `</${wrapper.slice(1)}`;
  }
  if (wrapper !== "") yield* source.skipSpace();
  const isResponse = wrapper === FENCE && (yield* source.accept("<response>"));
  if (isResponse) yield* source.skipSpace();
  const isArray = (yield* source.peek()) === "[";
  if (isArray) {
    source.index += 1;
    yield* source.skipSpace();
  }
  return { closer, isResponse, isArray };
}

function* closeFrame({ source, sink }: OutputContext, frame: Frame): Reading<void> {
  if (frame.isArray && (yield* source.accept("]"))) {
    source.hold();
    yield* source.skipSpace();
  }
  if (frame.isResponse && (yield* source.accept("</response>"))) yield* source.skipSpace();
  if (frame.closer !== "" && (yield* source.accept(frame.closer))) source.release();
  else sink.text(source.release());
}

const BRACKETS = /[{}[\]\n]/g;

/** Skips to where a broken object probably ends: its last bracket, an empty line, or the start of another object. */
function* skipBrokenObject(source: TextSource, depth: number): Reading<void> {
  let open = depth;
  let isLineEmpty = false;
  for (;;) {
    const taken = yield* source.takeUntilUnit(BRACKETS);
    if (taken.trim() !== "") isLineEmpty = false;
    const unit = yield* source.peek();
    if (unit === "" || (unit === "\n" && isLineEmpty)) return;
    if (unit === "{" && ((yield* source.follows('{"')) || (yield* source.follows('{ "')))) return;
    source.index += 1;
    isLineEmpty = unit === "\n";
    if (unit === "{" || unit === "[") open += 1;
    else if (unit !== "\n") open -= 1;
    if (open <= 0) return;
  }
}

/** Gives everything held to the sink as text, going back to `position` first where the rewind budget allows. */
function giveBackAsText(source: TextSource, sink: OutputSink, position: number): void {
  if (source.position > position) source.rewind(position);
  sink.text(source.release());
}

/**
 * Text unless all of its calls name declared tools and have arguments. A fault in the object's JSON comes with the number of
 * brackets open there.
 */
function* readBareObject(
  context: OutputContext,
): Reading<"call" | "text" | { readonly reason: string; readonly depth: number }> {
  const { source, sink, tools } = context;
  const start = source.position;
  const watch = new CallWatch((name) => {
    if (tools.has(name)) sink.name(name);
  }, tools);
  const reader = new JsonReader(source, BARE_LENIENCY, watch);
  const reading = reader.read();
  let step = reading.next();
  for (; ; step = reading.next()) {
    if (watch.excluded && !sink.isNamed) {
      // Certain to be data: let it through while it is being written.
      sink.text(source.release());
      source.hold();
      if (step.done === true) return "text";
    }
    if (step.done === true) break;
    yield;
  }
  const read = step.value;
  if ("fault" in read) return { reason: `${read.fault}, at character ${source.position}`, depth: reader.depth };
  if (!isJsonObject(read.value)) return "text";
  const results = (readCallList(read.value) ?? [read.value]).map(readCallObject);
  // Data that has a name is no call; an object with nothing but a tool is one without arguments.
  const isNamedAlone = Object.keys(read.value).join() === "tool";
  const areDeclared = results.every((result) => {
    if (result.type === "nameless" || !tools.has(result.name)) return false;
    return result.type === "broken" || result.argumentsGiven || isNamedAlone;
  });
  if (!areDeclared && !sink.isNamed) return "text";
  for (const result of results) emitCall(context, result, reader.repairs, start);
  return "call";
}
