import type { JsonObject } from "../../protocol/json.ts";
import { type CallRecord, toNoteLines } from "../../protocol/message.ts";
import type { RunEvent } from "../../protocol/run-event.ts";
import { toWallTime } from "../../protocol/wall-time.ts";
import { type CallRound, executeCalls } from "../calls/execute-calls.ts";
import { toThreadResults, toThreadTurn } from "../context/to-thread.ts";
import { type Run, type RunEnd, startTurn } from "../define/run.ts";
import type { CallMaker, Reply, Responder, ResponderNote, ResponderQuestion } from "../ports/responder.ts";
import { createEventChannel } from "../state/event-channel.ts";
import { endByPolicy } from "./end-run.ts";
import { toKnownNotice } from "./notice.ts";

/**
 * Asks the responders in order before the model. Null where none answers, and where the model itself is asked for; the calls
 * of one that leaves the answer to the model stand in the thread as if the model had made them.
 */
export async function* respondFirst(
  round: CallRound,
): AsyncGenerator<RunEvent, RunEnd | readonly CallRecord[] | null, void> {
  const { run } = round;
  const { progress, request } = run;
  const responders = listResponders(run);
  if (responders.length === 0) return null;
  const channel = createEventChannel<RunEvent>();
  let endRun: string | null = null;
  /** Calls that only read, which are shown once something comes of them. */
  let held: RunEvent[] = [];
  let records: CallRecord[] = [];
  const call: CallMaker = async (name, input) => {
    const tool = round.allowlist.get(name);
    if (tool === undefined || endRun !== null || request.signal.aborted) return null;
    const isQuiet = tool.spec.effect === "reads" && tool.spec.asks !== true;
    const made = await makeCall(round, { name, input }, isQuiet ? (event) => held.push(event) : channel.push);
    endRun = made.endRun;
    if (made.record !== null) records.push(made.record);
    return made.record;
  };
  /** Who answers in the model's place, and what. */
  const ask = async (): Promise<(Reply & { readonly by: string }) | null> => {
    for (const responder of responders) {
      const { turn, tainted } = progress;
      const reply = await responder.respond(toQuestion(run), call);
      if (reply !== null) {
        for (const event of held) channel.push(event);
        return { ...reply, by: responder.name };
      }
      // Nothing came of what it read, and the model is told nothing of it.
      if (held.length > 0) Object.assign(progress, { turn, tainted });
      held = [];
      records = [];
    }
    return null;
  };
  const answered = yield* channel.drain(ask());
  if (endRun !== null) return yield* endByPolicy(run, endRun);
  if (request.signal.aborted) return { reason: "cancelled", text: progress.text };
  if (answered === null) return null;
  const { by, text, tooSmall } = answered;
  if (text === "") {
    progress.thread.push(toThreadTurn({ raw: "", text }, records), toThreadResults(records));
    return records;
  }
  progress.text = text;
  yield startTurn(run);
  yield { type: "text-delta", at: run.at(), turn: progress.turn, text };
  if (tooSmall) yield toKnownNotice(run, "too-small");
  return { reason: "answered", text, by };
}

/** None unless the user asked nobody in particular, in words; those that read files where some go along. */
function listResponders({ request, deps }: Run): readonly Responder[] {
  const { mode = "execute", forceCall, askModel, question, asked = question, media = [] } = request;
  const isPlain = mode === "execute" && forceCall !== true && askModel !== true;
  // A run that is played again has its own answers.
  if (!isPlain || media.length > 0 || deps.model.info.foreign === true) return [];
  return (deps.responders ?? []).filter(({ readsFiles }) => asked === question || readsFiles === true);
}

function toQuestion({ request, deps, policy }: Run): ResponderQuestion {
  const { question, asked = question, recalled, memory, files = [] } = request;
  const texts = recalled === undefined ? [] : toNoteLines(recalled.text);
  const notes = (recalled?.memoryIds ?? []).map((id, index): ResponderNote => ({ id, text: texts[index] ?? "" }));
  const now = toWallTime(deps.clock.wallNow(), deps.timeZone).slice(0, 16);
  return { text: asked, today: now.slice(0, 10), now, memory, notes, files, model: policy.madeFor };
}

/** Makes one call in a turn of its own. */
async function makeCall(
  round: CallRound,
  { name, input }: { readonly name: string; readonly input: JsonObject },
  push: (event: RunEvent) => void,
): Promise<{ readonly record: CallRecord | null; readonly endRun: string | null }> {
  push(startTurn(round.run));
  const calls = executeCalls(round, [{ id: round.run.deps.newId(), name, arguments: input }]);
  for (;;) {
    const next = await calls.next();
    if (next.done === true) return { record: next.value.records[0] ?? null, endRun: next.value.endRun };
    push(next.value);
  }
}
