import workerUrl from "../../worker/main.ts?worker&url";
import { toStartScriptUrl } from "./trusted-script-url.ts";

/**
 * Starts the agent's worker, bound by the page's content policy. The worker's name is the address of the app's base
 * folder: in a worker that was started from a blob, relative addresses have nothing to be relative to.
 */
export function startWorker(): Worker {
  if (document.querySelector("meta[data-connect]") === null) {
    throw new Error("The page's content policy is missing, so the agent was not started.");
  }
  return startBoundWorker(workerUrl);
}

/** Starts any script of this origin as a module worker under the page's content policy. */
export function startBoundWorker(scriptUrl: string): Worker {
  // The start-up blob stays registered: revoking it could come before the worker has read it.
  return new Worker(toStartScriptUrl(scriptUrl), { type: "module", name: new URL(".", document.baseURI).href });
}
