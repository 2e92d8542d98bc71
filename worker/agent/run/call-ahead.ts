import type { RunEvent } from "../../protocol/run-event.ts";
import { readCover } from "../../search/cover.ts";
import { toContentWords } from "../../search/families.ts";
import { type CallRound, type ExecutedCalls, executeCalls } from "../calls/execute-calls.ts";
import { toThreadResults, toThreadTurn } from "../context/to-thread.ts";
import { startTurn } from "../define/run.ts";

/** A text is called for if it has this share of the question's words. */
const MIN_COVER = 0.6;

/**
 * Calls the tool whose text a question is about, before a small model is asked: among other tools it would not choose that
 * one. The call and its result stand in the thread as if the model had made it. Null where no text fits, and where it
 * has been read already.
 */
export async function* callAhead(round: CallRound): AsyncGenerator<RunEvent, ExecutedCalls | null, void> {
  const { run } = round;
  const { policy, progress, request, deps } = run;
  const name = policy.madeFor !== "large" && request.mode !== "detect" ? findAbout(round) : null;
  if (name === null) return null;
  yield startTurn(run);
  const executed = yield* executeCalls(round, [{ id: deps.newId(), name, arguments: {} }]);
  progress.thread.push(toThreadTurn({ raw: "", text: "" }, executed.records), toThreadResults(executed.records));
  return executed;
}

function findAbout({ run: { request, progress }, allowlist }: CallRound): string | null {
  const words = toContentWords(request.asked ?? request.question);
  const read = new Set(
    progress.thread.flatMap((each) => (each.role === "tool" ? each.results : [])).map((each) => each.name),
  );
  const rated = [...allowlist.values()].flatMap(({ spec: { name }, about }) =>
    about === undefined || read.has(name) ? [] : [{ name, cover: readCover(words, about).share }],
  );
  const [best] = rated.sort((one, other) => other.cover - one.cover);
  return best !== undefined && best.cover >= MIN_COVER ? best.name : null;
}
