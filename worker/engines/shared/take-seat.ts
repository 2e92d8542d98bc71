import { createDeferred } from "../../platform/deferred.ts";
import { createStallTimer, raceAbort } from "../../platform/race-abort.ts";
import { type Failure, failed, type Result } from "../../protocol/failure.ts";
import type { LoadProgress } from "../../protocol/model.ts";
import type { SentInfo } from "./engine-message.ts";
import { follow } from "./follow.ts";
import { lead } from "./lead.ts";
import { HELLO_MS, SILENCE_MS } from "./leader-questions.ts";
import type { Seat, SharedModelDeps } from "./seat.ts";
import type { HeldLock } from "./tab-link.ts";

/** The lock of a browser that refuses them: the model is this tab's alone. */
const NO_LOCK: HeldLock = { taken: new Promise(() => undefined), release: () => undefined };

/** Takes a seat at the engine of a model: leads where no tab does, else follows the one that does. */
export async function takeSeat(
  deps: SharedModelDeps,
  onProgress: (progress: LoadProgress) => void,
  signal: AbortSignal,
): Promise<Result<Seat>> {
  const { key, link } = deps;
  const line = new AbortController();
  const lock = link.hold(key, { signal: line.signal });
  const leader = askLeader(deps, onProgress);
  const first = await raceAbort(Promise.race([lock.then((held) => held ?? NO_LOCK), leader.answer]), signal);
  leader.end();
  if (typeof first === "object" && "release" in first) return lead(deps, first, onProgress, signal);
  if (typeof first === "object" && "info" in first) {
    const succession = { lock, leave: () => line.abort() };
    return { ok: true, value: follow(deps, first.from, first.info, succession) };
  }
  line.abort();
  void lock.then((held) => held?.release());
  if (first === "aborted") return failed("cancelled");
  if (first !== "silent") return { ok: false, failure: first.failure };
  return lead(deps, (await link.hold(key, { steal: true })) ?? NO_LOCK, onProgress, signal);
}

/** Where the leader's engine stands in the end. */
type Answered =
  | { readonly from: string; readonly info: SentInfo }
  | { readonly from: string; readonly failure: Failure };

/** Asks the leader where its engine stands, until it is ready, has failed or says nothing any more. */
function askLeader(
  { key, link }: SharedModelDeps,
  onProgress: (progress: LoadProgress) => void,
): { readonly answer: Promise<Answered | "silent">; end(): void } {
  const silence = createStallTimer(SILENCE_MS);
  const hello = (): void => link.post({ type: "hello", key, from: link.self });
  const timer = setInterval(hello, HELLO_MS);
  const { promise: answered, resolve } = createDeferred<Answered>();
  const endListening = link.listen((message) => {
    if (message.key !== key || message.type !== "state") return;
    silence.restart();
    const { from, state } = message;
    if (state.type === "ready") resolve({ from, info: state.info });
    else if (state.type === "failed") resolve({ from, failure: state.failure });
    else if (state.type === "loading" && state.progress !== null) onProgress(state.progress);
  });
  hello();
  return {
    answer: Promise.race([answered, silence.promise.then((): "silent" => "silent")]),
    end: () => {
      endListening();
      clearInterval(timer);
      silence.clear();
    },
  };
}
