import { isJsonObject, type JsonObject } from "../../protocol/json.ts";
import type { CallObjectResult } from "./call-object.ts";
import type { CallContext, OutputContext } from "./dialect.ts";
import { type JsonLeniency, JsonReader, type RootObserver } from "./json-reader.ts";
import type { Reading, TextSource } from "./text-source.ts";

/** Most JSON that models write for calls is strict; these are the departures that have one reading. */
const CALL_LENIENCY: JsonLeniency = { python: true, bareKeys: true, uniqueKeys: true };
/** JSON as RFC 8259 has it. */
export const STRICT_JSON: JsonLeniency = { strict: true, uniqueKeys: true };

/** A JSON object of a call with its repairs, or the reason it could not be read. */
export type CallJson =
  | { readonly object: JsonObject; readonly repairs: ReadonlySet<string> }
  | { readonly fault: string };

/** Reads the JSON object at the source's index. */
export function* readCallJson(
  source: TextSource,
  observer: RootObserver = {},
  leniency: JsonLeniency = CALL_LENIENCY,
): Reading<CallJson> {
  const reader = new JsonReader(source, leniency, observer);
  const read = yield* reader.read();
  if ("fault" in read) return { fault: `${read.fault}, at character ${source.position}` };
  return isJsonObject(read.value) ? { object: read.value, repairs: reader.repairs } : { fault: "it is not an object" };
}

/** Reads the arguments of a call whose tool is known, as one JSON object. Returns false after reporting a broken call. */
export function* readCallArguments(
  context: CallContext,
  name: string,
  closers: readonly string[],
  openers: readonly string[],
): Reading<boolean> {
  const { source, sink } = context;
  sink.name(name);
  const read = yield* readCallJson(source, {}, context.leniency);
  if ("fault" in read) {
    yield* reportBroken(context, read.fault, closers, openers);
    return false;
  }
  sink.call(name, read.object, read.repairs);
  return true;
}

/** Emits a call object as a call, or as a broken one with the reason. `start` is its offset in the output. */
export function emitCall(
  { source, sink }: OutputContext,
  result: CallObjectResult,
  repairs: ReadonlySet<string>,
  start: number,
): void {
  if (result.type === "call") sink.call(result.name, result.arguments, repairs);
  else sink.broken(start, result.type === "broken" ? result.reason : "the call names no tool", source.held());
}

/**
 * Reports a call that could not be read: skips past the next of `closers`, or to before the next of `openers`. True, as it
 * began as a call.
 */
export function* reportBroken(
  context: CallContext,
  reason: string,
  closers: readonly string[],
  openers: readonly string[],
): Reading<true> {
  const { source, sink, bodyStart, start } = context;
  if (source.position > bodyStart) source.rewind(bodyStart);
  yield* source.takeUntilLiteral([...closers, ...openers]);
  yield* source.acceptOne(closers);
  sink.broken(start, reason, source.held());
  return true;
}
