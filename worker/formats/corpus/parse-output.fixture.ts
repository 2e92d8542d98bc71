import { assertNever } from "../../protocol/assert-never.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { BrokenCall } from "../../protocol/message.ts";
import type { Format, ParseEvent, ParserOptions } from "../format.ts";

/** A whole output, read. */
export interface CollectedOutput {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly { readonly name: string; readonly arguments: JsonObject }[];
  readonly broken: readonly BrokenCall[];
}

/** Folds a parser's events into the whole they stand for. */
export function collectEvents(events: Iterable<ParseEvent>): CollectedOutput {
  let text = "";
  let reasoning = "";
  const calls: { name: string; arguments: JsonObject }[] = [];
  const broken: BrokenCall[] = [];
  for (const event of events) {
    switch (event.type) {
      case "text-delta":
        text += event.text;
        break;
      case "reasoning-delta":
        reasoning += event.text;
        break;
      case "call":
        calls.push({ name: event.name, arguments: event.arguments });
        break;
      case "call-broken":
        broken.push(event.broken);
        break;
      case "call-named":
        break;
      default:
        assertNever(event);
    }
  }
  return { text, reasoning, calls, broken };
}

/** Reads a whole output, given in one piece or in several. */
export function parseOutput(format: Format, chunks: readonly string[], options: ParserOptions): CollectedOutput {
  const parser = format.createParser(options);
  return collectEvents([...chunks.flatMap((chunk) => parser.push(chunk)), ...parser.end()]);
}

/** The events with neighbouring deltas of one kind joined, which makes any two readings of one output comparable. */
export function mergeDeltas(events: readonly ParseEvent[]): readonly ParseEvent[] {
  const merged: ParseEvent[] = [];
  for (const event of events) {
    const last = merged.at(-1);
    if (last?.type === "text-delta" && event.type === "text-delta") {
      merged[merged.length - 1] = { type: "text-delta", text: last.text + event.text };
    } else if (last?.type === "reasoning-delta" && event.type === "reasoning-delta") {
      merged[merged.length - 1] = { type: "reasoning-delta", text: last.text + event.text };
    } else {
      merged.push(event);
    }
  }
  return merged;
}
