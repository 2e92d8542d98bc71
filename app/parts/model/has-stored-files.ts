import type { ModelEntry } from "../../../worker/protocol/model.ts";

/** True for a model whose files are in this browser: those can be checked, packed and deleted. A scripted one has none. */
export function hasStoredFiles({ stored, engines }: Pick<ModelEntry, "stored" | "engines">): boolean {
  return stored === true && !engines.includes("scripted");
}

/** True for a model that can answer without a download: its files are here, come with the app, or lie on a server. */
export function isHere({ local, stored, host }: Pick<ModelEntry, "local" | "stored" | "host">): boolean {
  return local || stored === true || host !== undefined;
}

/** True for the model that the browser itself brings. */
export function isBrowsersOwn({ engines }: Pick<ModelEntry, "engines">): boolean {
  return engines.includes("builtin");
}
