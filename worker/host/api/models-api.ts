import type { ModelLibrary } from "../../agent/ports/model-library.ts";
import type { ModelsApi } from "../../protocol/api/models-api.ts";
import type { Result } from "../../protocol/failure.ts";
import type { ModelSession } from "../model-session.ts";
import { settle } from "../settle.ts";

export interface ModelsApiDeps {
  /** Both, once the host has started. */
  readModels(): Promise<{ readonly library: ModelLibrary; readonly session: ModelSession }>;
  /** Says so when a run has the model. */
  isBusy(): Extract<Result<never>, { readonly ok: false }> | null;
  /** Ends every run: the model is about to go. */
  stopRuns(): Promise<void>;
}

/** Loads, unloads, imports and deletes models, never from under a run. */
export function createModelsApi({ readModels, isBusy, stopRuns }: ModelsApiDeps): ModelsApi {
  return {
    loadModel: async (modelId, engine) => {
      const { session } = await readModels();
      await stopRuns();
      return session.load(modelId, engine);
    },
    importModel: async (file) => {
      const { session } = await readModels();
      return isBusy() ?? session.importFile(file);
    },
    importFolder: async (title, files) => {
      const { session } = await readModels();
      return isBusy() ?? session.importFolder(title, files);
    },
    cancelLoad: async () => (await readModels()).session.cancel(),
    unloadModel: async () => {
      const { session } = await readModels();
      await stopRuns();
      await session.unload();
    },
    deleteModel: async (modelId) => {
      const { library, session } = await readModels();
      const { state } = session;
      if (state.type !== "none" && state.modelId === modelId) {
        await stopRuns();
        await session.unload();
      }
      const deleted = await library.delete(modelId);
      return deleted.ok ? { ok: true, value: await library.list() } : deleted;
    },
    listModels: async () => (await readModels()).library.list(),
    planModels: async () => (await readModels()).session.plan(),
    verifyModel: async (modelId, onProgress) =>
      settle(async () => (await readModels()).library.verify(modelId, onProgress, new AbortController().signal)),
  };
}
