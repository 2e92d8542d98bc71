/**
 * `alcove/sandbox`: carries out the scripts of manifests. Needs `quickjs-emscripten-core` and
 * `@jitl/quickjs-wasmfile-release-sync`.
 */
import { describeError } from "../worker/protocol/describe-error.ts";
import { parseForeign } from "../worker/tools/parse-foreign.ts";
import { MAX_SCRIPT_MS, type RunScript } from "../worker/tools/sandbox/create-script-runner.ts";
import { runSandboxed } from "../worker/tools/sandbox/run-sandboxed.ts";

export type { RunScript } from "../worker/tools/sandbox/create-script-runner.ts";

/**
 * Runs a script in QuickJS, which has the language and no clock, network, files or page. Each script gets an engine of its
 * own with 64 MiB. It runs on the thread of the caller, which stands still until the script ends or its time is up: where
 * scripts come from strangers, call this in a worker that you can end.
 */
export const runScript: RunScript = async (source, input, { timeoutMs, signal }) => {
  signal.throwIfAborted();
  const job = { source, input: JSON.stringify(input), timeoutMs: Math.min(timeoutMs, MAX_SCRIPT_MS) };
  const answer = await runSandboxed(job, () => performance.now()).catch((error: unknown) => ({
    ok: false as const,
    message: `The script exhausted its memory or its stack: ${describeError(error)}`,
  }));
  if (!answer.ok) throw new Error(answer.message);
  return parseForeign(answer.output, "The script's result");
};
