import type { ModelEntry } from "../../worker/protocol/model.ts";
import type { App } from "./create-app.ts";

/** Loads a model and, if it comes up, has it loaded at every later start. */
export async function chooseModel({ models, store }: Pick<App, "models" | "store">, model: ModelEntry): Promise<void> {
  await models.loadModel(model.id);
  // One that fails must not fail at every start.
  const { modelState } = store.getState();
  const isUp = modelState.type === "ready" && modelState.modelId === model.id;
  // A server is first on the list for as long as it is set.
  if (!isUp || model.engines.includes("scripted") || model.host !== undefined) return;
  await models.changeSettings({ modelId: model.id });
  forgetAddress();
}

/** The address may name the model of this page view; the choice replaces it. */
function forgetAddress(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has("model")) return;
  for (const name of ["model", "engine"]) url.searchParams.delete(name);
  history.replaceState(history.state, "", url);
}
