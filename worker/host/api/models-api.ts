import type { ModelLibrary } from "../../agent/ports/model-library.ts";
import type { ModelsApi } from "../../protocol/api/models-api.ts";
import type { ModelDownloads } from "../model-downloads.ts";
import type { ModelSession } from "../model-session.ts";
import type { RunRegistry } from "../runs/run-registry.ts";
import { toResult } from "../to-result.ts";

/** A model is never unloaded or replaced while a run uses it: that run is stopped first, or the call is refused. */
export function createModelsApi(deps: {
  /** Both, once the host has started. */
  readStarted(): Promise<{ readonly library: ModelLibrary; readonly session: ModelSession }>;
  readonly runs: Pick<RunRegistry, "endReadAhead" | "refuseIfBusy" | "stopAll">;
  readonly downloads: ModelDownloads;
}): ModelsApi {
  const { readStarted, runs, downloads } = deps;
  return {
    loadModel: async (modelId, engine) => {
      const { session } = await readStarted();
      await runs.stopAll();
      return session.load(modelId, engine);
    },
    importModel: async (...files) => {
      const { session } = await readStarted();
      await runs.endReadAhead();
      return runs.refuseIfBusy() ?? session.importFiles(files);
    },
    importFolder: async (title, files) => {
      const { session } = await readStarted();
      await runs.endReadAhead();
      return runs.refuseIfBusy() ?? session.importFolder(title, files);
    },
    downloadModel: (modelId) => downloads.start(modelId),
    pauseDownload: () => downloads.stop(),
    cancelLoad: async () => (await readStarted()).session.cancel(),
    unloadModel: async () => {
      const { session } = await readStarted();
      await runs.stopAll();
      await session.unload();
    },
    deleteModel: async (modelId) => {
      const { library, session } = await readStarted();
      const { state } = session;
      if (state.type !== "none" && state.modelId === modelId) {
        await runs.stopAll();
        await session.unload();
      }
      await downloads.stop(modelId);
      const deleted = await library.delete(modelId);
      return deleted.ok ? { ok: true, value: await library.list() } : deleted;
    },
    listModels: async () => (await readStarted()).library.list(),
    planModels: async () => (await readStarted()).session.plan(),
    verifyModel: async (modelId, onProgress) =>
      toResult(async () => (await readStarted()).library.verify(modelId, onProgress, new AbortController().signal)),
  };
}
