import { defined } from "../../protocol/defined.ts";
import { createBrowserScriptRunner } from "../sandbox/browser-script-runner.ts";
import { createHttpExecutor } from "./http-executor.ts";
import type { ManifestDeps } from "./to-manifest-tool.ts";

/**
 * Executes manifests in a browser's worker: fetch restricted to the allowed hosts, threads for scripts, and the user's
 * servers.
 */
export function createBrowserManifestDeps(
  allowedHosts: readonly string[],
  callMcp: NonNullable<ManifestDeps["callMcp"]>,
  { secret, scope }: Pick<ManifestDeps, "secret" | "scope">,
): ManifestDeps {
  return {
    callMcp,
    ...defined({ secret, scope }),
    http: createHttpExecutor({ fetch: (input, init) => fetch(input, init), allowedHosts }),
    runScript: createBrowserScriptRunner(),
  };
}
