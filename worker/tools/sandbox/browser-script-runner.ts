import { createScriptRunner, type RunScript } from "./create-script-runner.ts";
import { startSandboxThread } from "./start-sandbox-thread.ts";

/** Runs scripts in threads of the browser. */
export function createBrowserScriptRunner(): RunScript {
  return createScriptRunner(startSandboxThread, {
    setTimeout: (run, ms) => setTimeout(run, ms),
    clearTimeout: (timer) => clearTimeout(Number(timer)),
  });
}
