import type { AgentApi } from "../../worker/protocol/api/agent-api.ts";
import type { Result } from "../../worker/protocol/failure.ts";
import type { ModelId } from "../../worker/protocol/ids.ts";
import type { EngineId, ModelState, PickedFile } from "../../worker/protocol/model.ts";
import type { Settings } from "../../worker/protocol/settings.ts";
import { type StateAccess, toResult } from "./app-state.ts";
import type { ToastActions } from "./toast-actions.ts";

export interface ModelActions {
  /** With an engine: that one, whatever the settings say. */
  loadModel(modelId: ModelId, engine?: EngineId): Promise<void>;
  importModel(file: PickedFile, ...more: readonly PickedFile[]): Promise<void>;
  importFolder(title: string, files: readonly PickedFile[]): Promise<void>;
  cancelLoad(): Promise<void>;
  unloadModel(): Promise<void>;
  deleteModel(modelId: ModelId): Promise<void>;
  refreshModels(): Promise<void>;
  refreshStorage(): Promise<void>;
  changeSettings(change: Partial<Settings>): Promise<void>;
  dismissFailure(): void;
}

export function createModelActions(api: AgentApi, state: StateAccess, toasts: ToastActions): ModelActions {
  async function refreshModels(): Promise<void> {
    state.set({ models: await api.listModels() });
  }

  async function refreshStorage(): Promise<void> {
    state.set({ storage: await api.readStorage() });
  }

  async function takeImported(importing: Promise<Result<ModelState>>): Promise<void> {
    const loaded = await toResult(importing);
    if (loaded.ok) state.set({ modelState: loaded.value });
    else state.set({ failure: loaded.failure });
    await refreshModels();
    await refreshStorage();
  }

  return {
    refreshModels,
    refreshStorage,
    async loadModel(modelId, engine) {
      const loaded = await toResult(api.loadModel(modelId, engine));
      if (loaded.ok) state.set({ modelState: loaded.value });
      else if (loaded.failure.code !== "cancelled") {
        state.set({ modelState: { type: "failed", modelId, failure: loaded.failure } });
      }
      await refreshModels();
      await refreshStorage();
    },
    importModel: (...files) => takeImported(api.importModel(...files)),
    importFolder: (title, files) => takeImported(api.importFolder(title, files)),
    async cancelLoad() {
      await api.cancelLoad();
    },
    async unloadModel() {
      await api.unloadModel();
    },
    async deleteModel(modelId) {
      const models = await toResult(api.deleteModel(modelId));
      if (models.ok) state.set({ models: models.value });
      else state.set({ failure: models.failure });
      await refreshStorage();
    },
    async changeSettings(change) {
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
    },
    dismissFailure() {
      state.set({ failure: null });
    },
  };
}
