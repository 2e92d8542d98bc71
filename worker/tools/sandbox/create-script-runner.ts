import { type JsonObject, type JsonValue, toBoundedJson } from "../../protocol/json.ts";
import { type JobThread, runInThread, type ThreadTimers } from "./run-in-thread.ts";
import type { SandboxAnswer, SandboxJob } from "./run-sandboxed.ts";

/** Runs a manifest's JavaScript on an input and returns its result. Rejects with a sentence for the model. */
export type RunScript = (
  source: string,
  input: JsonObject,
  limits: { readonly timeoutMs: number; readonly signal: AbortSignal },
) => Promise<JsonValue>;

/** Scripts only compute; one that takes longer is in an endless loop. */
const MAX_TIMEOUT_MS = 10_000;
/** Extra time for the thread to start and to stop by itself. */
const GRACE_MS = 3_000;

/** Runs each script in a thread of its own; see `runInThread`. */
export function createScriptRunner(startThread: () => JobThread<SandboxJob>, timers: ThreadTimers): RunScript {
  return async (source, input, { timeoutMs, signal }) => {
    const bound = Math.min(timeoutMs, MAX_TIMEOUT_MS);
    const job = { source, input: JSON.stringify(input), timeoutMs: bound };
    const limits = { timeoutMs: bound, graceMs: GRACE_MS, signal };
    const answer = readAnswer(await runInThread("The script", startThread, job, limits, timers));
    if (!answer.ok) throw new Error(answer.message);
    return answer.value;
  };
}

/** The thread ran foreign code, so its messages are untrusted. */
function readAnswer(
  data: unknown,
): { readonly ok: true; readonly value: JsonValue } | (SandboxAnswer & { readonly ok: false }) {
  const bounded = toBoundedJson(data);
  const answer = bounded.ok ? bounded.value : null;
  if (answer !== null && typeof answer === "object" && "ok" in answer) {
    if (answer.ok === false && typeof answer.message === "string") return { ok: false, message: answer.message };
    if (answer.ok === true && typeof answer.output === "string") return readOutput(answer.output);
  }
  return { ok: false, message: "The script's thread gave no readable answer." };
}

function readOutput(
  output: string,
): { readonly ok: true; readonly value: JsonValue } | (SandboxAnswer & { readonly ok: false }) {
  try {
    const bounded = toBoundedJson(JSON.parse(output));
    return bounded.ok ? bounded : { ok: false, message: `The script's result is refused: ${bounded.reason}.` };
  } catch {
    return { ok: false, message: "The script's result is not JSON." };
  }
}
