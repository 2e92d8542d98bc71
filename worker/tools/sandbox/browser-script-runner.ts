import { createScriptRunner, type RunScript } from "./create-script-runner.ts";
import scriptAddress from "./sandbox-worker.ts?worker&url";
import { createThreadStarter } from "./start-thread.ts";

/** Runs scripts in threads of the browser. */
export function createBrowserScriptRunner(): RunScript {
  return createScriptRunner(createThreadStarter(scriptAddress, "sandbox"));
}
