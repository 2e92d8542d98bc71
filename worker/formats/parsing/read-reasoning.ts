import type { OutputSink } from "./output-sink.ts";
import type { Reading, TextSource } from "./text-source.ts";

/** The ends of a reasoning block, and labels on its first line that are no part of it. */
export interface ThoughtMarks {
  readonly closes: readonly string[];
  readonly labels: readonly string[];
}

/** How calls are found in a thought that is never closed. */
export interface ThoughtCalls {
  /** Literals that begin a call and cannot be mistaken for anything else. */
  readonly openers: readonly string[];
  /** Whether this text begins with a call that can be read. */
  isCall(text: string): boolean;
}

/** A thought may mention so many calls before the one that it ends in. */
const MAX_MENTIONS = 8;

/**
 * Reads a reasoning block to its closing literal or the end of the text. A call in a block that is never closed ends it:
 * reading goes on there. In a block that is closed a call is only mentioned. Returns false where the text ended first.
 */
export function* readReasoning(
  source: TextSource,
  sink: OutputSink,
  marks: ThoughtMarks,
  calls: ThoughtCalls = { openers: [], isCall: () => false },
): Reading<boolean> {
  sink.markup();
  sink.isReasoning = true;
  const { closes } = marks;
  yield* skipLabel(source, marks);
  const literals = [...closes, ...calls.openers];
  for (;;) {
    const { text, index } = source;
    const at = findFirst(text, literals, index);
    if (at === null) {
      const stop = source.ended ? text.length : text.length - lengthOfStart(text.slice(index), literals);
      sink.reasoning(text.slice(index, stop));
      source.index = stop;
      if (source.ended) return false;
      yield;
      continue;
    }
    sink.reasoning(text.slice(index, at));
    source.index = at;
    const isClosed = (yield* source.acceptOne(closes)) !== null || (yield* readMention(source, sink, closes, calls));
    sink.isReasoning = false;
    sink.markup();
    return isClosed;
  }
}

/** A label ends with its line, or with the block where that is empty. */
function* skipLabel(source: TextSource, { closes, labels }: ThoughtMarks): Reading<void> {
  for (const label of labels) {
    for (const end of ["\n", ...closes]) {
      if (!(yield* source.follows(label + end))) continue;
      source.index += label.length + (end === "\n" ? 1 : 0);
      return;
    }
  }
}

/** Reads on from what looks like a call. Returns false at the end, or at a call that ends the thought. */
function* readMention(
  source: TextSource,
  sink: OutputSink,
  closes: readonly string[],
  { openers, isCall }: ThoughtCalls,
): Reading<boolean> {
  source.hold();
  const start = source.position;
  const rest = yield* source.takeUntilLiteral(closes);
  if ((yield* source.acceptOne(closes)) !== null) {
    sink.reasoning(rest);
    source.release();
    return true;
  }
  let at = findFirst(rest, openers, 0);
  for (let mention = 0; at !== null && mention < MAX_MENTIONS; mention += 1) {
    if (isCall(rest.slice(at)) && source.rewind(start + at)) break;
    at = findFirst(rest, openers, at + 1);
    if (mention === MAX_MENTIONS - 1) at = null;
  }
  sink.reasoning(at === null ? rest : rest.slice(0, at));
  source.release();
  return false;
}

/** Finds the first of `literals`; of two in one place either will do. */
function findFirst(text: string, literals: readonly string[], from: number): number | null {
  const found = literals.map((literal) => text.indexOf(literal, from)).filter((index) => index !== -1);
  return found.length === 0 ? null : Math.min(...found);
}

/** How many units at the end of `text` may be the start of one of `literals`. */
function lengthOfStart(text: string, literals: readonly string[]): number {
  const longest = Math.max(...literals.map((literal) => literal.length));
  for (let length = Math.min(longest - 1, text.length); length > 0; length -= 1) {
    const end = text.slice(-length);
    if (literals.some((literal) => literal.length > length && literal.startsWith(end))) return length;
  }
  return 0;
}
