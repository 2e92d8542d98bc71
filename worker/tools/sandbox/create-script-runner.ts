import { toBoundedObject } from "../../protocol/bounded-json.ts";
import { defined } from "../../protocol/defined.ts";
import type { JsonObject, JsonValue } from "../../protocol/json.ts";
import { parseForeign } from "../parse-foreign.ts";
import { type JobThread, runInThread } from "./run-in-thread.ts";
import type { SandboxJob } from "./run-sandboxed.ts";

/** Runs a manifest's JavaScript on an input and returns its result. Rejects with a sentence for the model. */
export type RunScript = (
  source: string,
  input: JsonObject,
  limits: {
    readonly timeoutMs: number;
    readonly signal: AbortSignal;
    /** The script in `input` that the source runs, and whose it is; a tool's is the source. */
    readonly script?: { readonly code: string; readonly whose: "Your" | "The model's" };
  },
) => Promise<JsonValue>;

/** A script that could not be read: nothing of it ran, so nothing in the message comes from outside. */
export class ScriptSyntaxError extends Error {}

/** Scripts only compute; one that takes longer is in an endless loop. */
export const MAX_SCRIPT_MS = 10_000;
/** Extra time for the thread to start and to stop by itself. */
const GRACE_MS = 3_000;

/** Runs each script in a thread of its own; see `runInThread`. */
export function createScriptRunner(startThread: () => JobThread<SandboxJob>): RunScript {
  return async (source, input, { timeoutMs, signal, script }) => {
    const bound = Math.min(timeoutMs, MAX_SCRIPT_MS);
    const job = { source, input: JSON.stringify(input), timeoutMs: bound, ...defined({ checked: script?.code }) };
    const limits = { timeoutMs: bound, graceMs: GRACE_MS, signal };
    return readAnswer(await runInThread("The script", startThread, job, limits), script?.whose ?? "The tool's");
  };
}

/** The thread ran foreign code, so its messages are untrusted. */
function readAnswer(data: unknown, whose: string): JsonValue {
  const answer = toBoundedObject(data) ?? {};
  if (answer.ok === true && typeof answer.output === "string")
    return parseForeign(answer.output, "The script's result");
  const said = answer.ok === false && typeof answer.message === "string" ? answer.message : undefined;
  if (answer.isSyntax === true)
    throw new ScriptSyntaxError(`${whose} script has a syntax error in line ${said}. Nothing of it ran.`);
  throw new Error(said ?? "The script's thread gave no readable answer.");
}
