import type { FailureCode } from "../../worker/protocol/failure.ts";
import type { ModelId } from "../../worker/protocol/ids.ts";
import { toResult } from "../state/app-state.ts";
import { chooseModel } from "../state/choose-model.ts";
import type { App } from "../state/create-app.ts";
import { WANTED_MODEL } from "../state/text-store.ts";
import { CATALOG_HOSTS, readAllowedHosts, writeAllowedHosts } from "./allowed-hosts.ts";

/** Failures that another try may not meet: the model stays wanted. */
const PASSING: ReadonlySet<FailureCode> = new Set(["download-failed", "download-stalled", "internal"]);

/** The download that this tab follows already. */
let followed: ModelId = "";

/** Whether the hosts of the catalog's models still have to be allowed. */
export function needsConsent(): boolean {
  const allowed = readAllowedHosts();
  return !CATALOG_HOSTS.every((host) => allowed.includes(host));
}

/** Downloads a model beside the loaded one; goes on after a reload, and in another tab if this one is closed. */
export async function startDownload(app: App, modelId: ModelId): Promise<void> {
  app.texts.write(WANTED_MODEL, modelId);
  await followDownload(app);
}

/** The content policy is laid down when the page loads, so new hosts take a reload, after which the download begins. */
export function allowAndDownload({ texts }: Pick<App, "texts">, modelId: ModelId): void {
  writeAllowedHosts([...readAllowedHosts(), ...CATALOG_HOSTS]);
  texts.write(WANTED_MODEL, modelId);
  location.reload();
}

/** Pauses it in every tab; what has arrived is kept. */
export async function pauseDownload({ api, texts, models }: App): Promise<void> {
  texts.write(WANTED_MODEL, "");
  await api.pauseDownload();
  await models.refreshModels();
}

/** Takes part in the download that is wanted in this browser, begun in this tab or another, until it ends. */
export async function followDownload(app: App): Promise<void> {
  const { api, texts, models, store } = app;
  const modelId = texts.read(WANTED_MODEL);
  if (modelId === followed) return;
  if (modelId === "") {
    await models.refreshModels();
    const isStored = store.getState().models.some(({ id, stored }) => id === followed && stored === true);
    // Where another tab has brought it to its end, this one's call ends by itself; else it was paused there.
    if (!isStored) await api.pauseDownload();
    return;
  }
  followed = modelId;
  const result = await toResult(api.downloadModel(modelId));
  if (followed !== modelId) return;
  followed = "";
  if (result.ok) {
    texts.write(WANTED_MODEL, "");
    await models.refreshModels();
    await models.refreshStorage();
    offerSwitch(app, modelId);
    return;
  }
  const { code } = result.failure;
  if (code !== "cancelled" && !PASSING.has(code)) texts.write(WANTED_MODEL, "");
  await models.refreshModels();
  if (PASSING.has(code) && store.getState().download?.failure !== undefined) {
    addEventListener("online", () => void followDownload(app), { once: true });
  }
}

function offerSwitch(app: App, modelId: ModelId): void {
  const { modelState, models } = app.store.getState();
  const model = models.find(({ id }) => id === modelId);
  const isLoaded = modelState.type !== "none" && modelState.modelId === modelId;
  if (model === undefined || isLoaded) return;
  app.toasts.show({
    text: "download.ready",
    values: { title: model.title },
    action: "download.switch",
    undo: () => void chooseModel(app, model),
  });
}
