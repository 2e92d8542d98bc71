import { DEFAULT_JSON_LIMITS } from "../../protocol/bounded-json.ts";
import type { OutputParser, ParseEvent, ParserOptions } from "../format.ts";
import { DeclaredTools } from "./declared-tools.ts";
import type { Dialect, OutputContext } from "./dialect.ts";
import { OutputReading } from "./output-reading.ts";
import { OutputSink } from "./output-sink.ts";
import { type Reading, TextSource } from "./text-source.ts";

/**
 * UTF-16 units of an output that are parsed: the longest call and half as much around it. The rest is passed on as text.
 * The default budget of a run ends long before.
 */
export const MAX_READ = 1.5 * DEFAULT_JSON_LIMITS.maxCharacters;

/** Makes a dialect's parser. */
export function createDialectParser(dialect: Dialect, options: ParserOptions): OutputParser {
  const isThoughtOpen = options.reasoningOpen === true && dialect.reasoning.length > 0;
  return createParser(options, (context) => new OutputReading(dialect, context).read(isThoughtOpen));
}

/** Makes a parser that pushes its text through one reading. */
export function createParser(options: ParserOptions, read: (context: OutputContext) => Reading<void>): OutputParser {
  const source = new TextSource();
  const sink = new OutputSink();
  const reading = read({ source, sink, tools: new DeclaredTools(options) });
  let unitsLeft = MAX_READ;
  let isEnded = false;

  function finish(): void {
    source.ended = true;
    while (reading.next().done !== true) {
      // A reading that sees the end of its source runs to its own end.
    }
  }

  return {
    push(chunk: string): readonly ParseEvent[] {
      if (chunk === "" || isEnded) return [];
      if (unitsLeft === 0) return sink.passOn(chunk);
      const isWhole = chunk.length <= unitsLeft;
      source.push(isWhole ? chunk : chunk.slice(0, unitsLeft));
      reading.next();
      const rest = isWhole ? "" : chunk.slice(unitsLeft);
      unitsLeft = isWhole ? unitsLeft - chunk.length : 0;
      if (unitsLeft === 0) finish();
      if (rest !== "") sink.rest(rest);
      return sink.take(false);
    },
    end(): readonly ParseEvent[] {
      if (isEnded) return [];
      isEnded = true;
      if (unitsLeft > 0) finish();
      return sink.take(true);
    },
  };
}
