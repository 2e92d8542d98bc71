import type { AgentApi } from "../../worker/protocol/api/agent-api.ts";
import type { Result } from "../../worker/protocol/failure.ts";
import type { ModelId } from "../../worker/protocol/ids.ts";
import type { EngineId, ModelState } from "../../worker/protocol/model.ts";
import type { Settings } from "../../worker/protocol/settings.ts";
import { type StateAccess, toResult } from "./app-state.ts";
import type { ToastActions } from "./toast-actions.ts";

/** Loading, importing and deleting models, and what is set. */
export function createModelActions(api: AgentApi, state: StateAccess, toasts: ToastActions) {
  async function refreshModels(): Promise<void> {
    state.set({ models: await api.listModels() });
  }

  async function refreshStorage(): Promise<void> {
    state.set({ storage: await api.readStorage() });
  }

  /** Where another model was loaded, that one stays or comes back, and it is said once what was refused. */
  async function takeLoaded(title: string, loading: Promise<Result<ModelState>>): Promise<void> {
    const { modelState, models } = state.get();
    state.set({ refusedModel: null });
    const loaded = await toResult(loading);
    const named = models.find(({ id }) => id === title)?.title ?? title;
    if (loaded.ok) state.set({ modelState: loaded.value });
    else if (loaded.failure.code !== "cancelled" && modelState.type === "ready" && modelState.modelId !== title)
      state.set({ refusedModel: { title: named, failure: loaded.failure } });
    await refreshModels();
    await refreshStorage();
  }

  return {
    refreshModels,
    refreshStorage,
    /** With an engine: that one, whatever the settings say. */
    loadModel: (modelId: ModelId, engine?: EngineId) => takeLoaded(modelId, api.loadModel(modelId, engine)),
    importModel: (...files: Parameters<AgentApi["importModel"]>) =>
      takeLoaded(files[0].name, api.importModel(...files)),
    importFolder: (...folder: Parameters<AgentApi["importFolder"]>) =>
      takeLoaded(folder[0], api.importFolder(...folder)),
    async deleteModel(modelId: ModelId): Promise<void> {
      const models = await toResult(api.deleteModel(modelId));
      if (models.ok) state.set({ models: models.value });
      else state.set({ failure: models.failure });
      await refreshStorage();
    },
    /** Resolves with whether it was saved; where it was not, the page says so and the settings are as before. */
    async changeSettings(change: Partial<Settings>): Promise<boolean> {
      const before = state.get().settings;
      state.set(({ unsavedSettings }) => ({
        settings: { ...before, ...change },
        unsavedSettings: [...unsavedSettings, change],
      }));
      const isSaved = await toasts.reportUnsaved(api.updateSettings(change));
      state.set(({ settings, unsavedSettings }) => ({
        settings: isSaved ? settings : before,
        unsavedSettings: unsavedSettings.filter((each) => each !== change),
      }));
      return isSaved;
    },
    dismissFailure(): void {
      state.set({ failure: null, refusedModel: null });
    },
  };
}
