import type { Thought } from "../../formats/templates/thought.ts";
import type { GenerateRequest, ModelClient, ModelEvent } from "../ports/model-client.ts";
import { addUsage } from "./decide-first.ts";
import { isRepeating } from "./repetition.ts";

/** A thought that is given its end by us, as its model's publisher does it (Qwen3, section 4.3 of its report). */
const LAST_WORDS =
  "\n\nConsidering the limited time by the user, I have to give the solution based on the thinking directly now.\n";

/** A generation that begins with a thought. The request's prompt ends inside it. */
export interface ThinkingRequest extends GenerateRequest {
  readonly thought: Thought;
  /** The most tokens of the thought; the request's own are for what follows it. */
  readonly maxThoughtTokens: number;
  /** Whether a thought that its model ended without closing it holds a call as its last words, so that nothing follows. */
  endsInCall(thought: string): boolean;
}

/**
 * Lets a model think and then answer, as one stream: first the thought, without a constraint and within its own tokens,
 * then what follows under the request's constraint. A thought that is too long, runs in circles or just ends is closed, so
 * that an answer comes in any case. Two generations and not one with a grammar for both, because no engine can count the
 * tokens of a part, and because a lazy grammar would begin where a thought merely mentions a call.
 */
export async function* thinkFirst(
  model: ModelClient,
  request: ThinkingRequest,
): AsyncGenerator<ModelEvent, void, void> {
  const { thought, maxThoughtTokens, endsInCall, ...rest } = request;
  const circling = new AbortController();
  const signal = AbortSignal.any([request.signal, circling.signal]);
  const thinking = { ...rest, constraint: null, stop: [thought.close], maxTokens: maxThoughtTokens, signal };
  let streamed = "";
  let end: Extract<ModelEvent, { type: "end" }> | undefined;
  for await (const event of model.generate(thinking)) {
    if (event.type === "end") {
      end = event;
      continue;
    }
    yield event;
    if (event.type === "failure") return;
    if (event.type !== "text-delta") continue;
    streamed += event.text;
    if (isRepeating(streamed)) circling.abort();
  }
  if (end === undefined) return;
  const isWhole = end.finishReason === "stop" && end.stop === undefined && endsInCall(end.raw);
  if (request.signal.aborted || isWhole) {
    yield end;
    return;
  }
  if (end.raw.length > streamed.length) yield { type: "text-delta", text: end.raw.slice(streamed.length) };
  const closing = toClosing(end.raw, thought, end.finishReason === "stop");
  yield { type: "text-delta", text: closing };
  const raw = end.raw + closing;
  for await (const event of model.generate({ ...rest, prompt: request.prompt + raw })) {
    if (event.type === "end") yield { ...event, raw: raw + event.raw, usage: addUsage(end.usage, event.usage) };
    else if (event.type === "failure") yield { ...event, raw: raw + event.raw };
    else yield event;
  }
}

/** Text written for the model between its thought and its answer. */
function toClosing(thought: string, { close }: Thought, isDone: boolean): string {
  if (isDone) return `${thought === "" || thought.endsWith("\n") ? "" : "\n"}${close}\n\n`;
  return `${LAST_WORDS}${close}\n\n`;
}
