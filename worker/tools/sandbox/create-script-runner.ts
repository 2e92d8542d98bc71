import { type JsonObject, type JsonValue, toBoundedJson } from "../../protocol/json.ts";
import type { SandboxAnswer, SandboxJob } from "./run-sandboxed.ts";

/** The part of `Worker` that running a script needs. */
export interface SandboxThread {
  postMessage(job: SandboxJob): void;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: "error" | "messageerror", listener: () => void): void;
  terminate(): void;
}

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

/** Runs each script in a thread of its own, which is terminated after its result, its time limit, or an abort. */
export function createScriptRunner(
  startThread: () => SandboxThread,
  timers: { setTimeout(run: () => void, ms: number): number | object; clearTimeout(timer: number | object): void },
): RunScript {
  return (source, input, { timeoutMs, signal }) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(new Error("The script was stopped."));
        return;
      }
      const bound = Math.min(timeoutMs, MAX_TIMEOUT_MS);
      const thread = startThread();
      const end = (settle: () => void): void => {
        timers.clearTimeout(timer);
        signal.removeEventListener("abort", stop);
        thread.terminate();
        settle();
      };
      const stop = (): void => end(() => reject(new Error("The script was stopped.")));
      const timer = timers.setTimeout(
        () => end(() => reject(new Error(`The script ran longer than ${bound} ms.`))),
        bound + GRACE_MS,
      );
      signal.addEventListener("abort", stop, { once: true });
      thread.addEventListener("message", ({ data }) => {
        const answer = readAnswer(data);
        end(() => (answer.ok ? resolve(answer.value) : reject(new Error(answer.message))));
      });
      for (const type of ["error", "messageerror"] as const) {
        thread.addEventListener(type, () => end(() => reject(new Error("The script's thread failed."))));
      }
      thread.postMessage({ source, input: JSON.stringify(input), timeoutMs: bound });
    });
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
