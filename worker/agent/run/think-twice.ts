import type { OutputParser } from "../../formats/format.ts";
import type { OutputConstraint } from "../../formats/output-constraint.ts";
import type { DoubtedOutput } from "../../protocol/run-event.ts";
import type { ToolCall } from "../../protocol/tool.ts";
import type { DoubtedCall } from "../calls/doubt-call.ts";
import type { GenerateRequest, ModelClient, ModelEvent } from "../ports/model-client.ts";
import { addUsage } from "./add-usage.ts";

/** How a weak model's calls are judged before anybody sees them. */
export interface Judgement {
  /** The reason not to believe the calls of an output, or null. */
  findDoubt(calls: readonly Pick<ToolCall, "name" | "arguments">[]): Promise<DoubtedCall | null>;
  /** What the second try is held to. */
  toConstraint(doubted: DoubtedCall): OutputConstraint | null;
}

/** An event of the model, or the word that its first output has been dropped. */
export type JudgedEvent = ModelEvent | { readonly type: "doubted"; readonly output: DoubtedOutput };

/**
 * Lets a model write, and write once more where its calls are not to be believed, as one stream. An output that is judged is
 * held back until it is known to be text. The second is believed, whatever it is, except the call of another tool in place of
 * a misplaced one, which is judged like the first. All begin with the same prompt, so that nothing is read again.
 */
export async function* thinkTwice(
  model: ModelClient,
  request: GenerateRequest,
  judgement: Judgement,
  createParser: () => OutputParser,
  tries = 2,
): AsyncGenerator<JudgedEvent, void, void> {
  const parser = createParser();
  const calls: Pick<ToolCall, "name" | "arguments">[] = [];
  let held: string | null = "";
  let end: Extract<ModelEvent, { type: "end" }> | undefined;
  const read = (events: ReturnType<OutputParser["push"]>): void => {
    for (const event of events) {
      if (event.type === "call") calls.push(event);
    }
  };
  for await (const event of model.generate(request)) {
    if (event.type === "text-delta" && held !== null) {
      const events = parser.push(event.text);
      read(events);
      held += event.text;
      if (!events.some(isText)) continue;
      yield { type: "text-delta", text: held };
      held = null;
    } else if (event.type === "end" && held !== null) {
      end = event;
    } else {
      if (event.type === "failure" && held) yield { type: "text-delta", text: held };
      yield event;
    }
  }
  if (end === undefined || held === null) return;
  if (end.raw.startsWith(held)) read(parser.push(end.raw.slice(held.length)));
  read(parser.end());
  const doubted = request.signal.aborted ? null : await judgement.findDoubt(calls);
  if (doubted === null) {
    if (held !== "") yield { type: "text-delta", text: held };
    yield end;
    return;
  }
  yield { type: "doubted", output: { raw: end.raw, doubt: doubted.doubt } };
  const again = { ...request, constraint: judgement.toConstraint(doubted) };
  const isJudgedAgain = doubted.doubt === "misplaced" && tries > 1;
  const events = isJudgedAgain ? thinkTwice(model, again, judgement, createParser, tries - 1) : model.generate(again);
  for await (const event of events) {
    yield event.type === "end" ? { ...event, usage: addUsage(end.usage, event.usage) } : event;
  }
}

function isText(event: ReturnType<OutputParser["push"]>[number]): boolean {
  return event.type === "text-delta" && event.text.trim() !== "";
}
