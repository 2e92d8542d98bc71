import type { ReasoningMarks } from "./dialect.ts";
import type { OutputSink } from "./output-sink.ts";
import type { Reading, TextSource } from "./text-source.ts";

/** Reads a reasoning block to its closing literal or the end of the text. */
export function* readReasoning(source: TextSource, sink: OutputSink, marks: ReasoningMarks): Reading<void> {
  sink.markup();
  sink.isReasoning = true;
  if (marks.label !== undefined) yield* source.accept(`${marks.label}\n`);
  const { close } = marks;
  for (;;) {
    const { text, index } = source;
    const at = text.indexOf(close, index);
    if (at !== -1) {
      sink.reasoning(text.slice(index, at));
      source.index = at + close.length;
      sink.isReasoning = false;
      sink.markup();
      return;
    }
    const stop = source.ended ? text.length : text.length - lengthOfStart(text.slice(index), close);
    sink.reasoning(text.slice(index, stop));
    source.index = stop;
    if (source.ended) return;
    yield;
  }
}

/** How many units at the end of `text` may be the start of `literal`. */
function lengthOfStart(text: string, literal: string): number {
  for (let length = Math.min(literal.length - 1, text.length); length > 0; length -= 1) {
    if (literal.startsWith(text.slice(-length))) return length;
  }
  return 0;
}
