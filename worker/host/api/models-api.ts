import type { ModelsApi } from "../../protocol/api/models-api.ts";
import type { Result } from "../../protocol/failure.ts";
import type { ModelState } from "../../protocol/model.ts";
import type { HostParts } from "../host-parts.ts";
import type { ModelSession } from "../model-session.ts";
import { toResult } from "../to-result.ts";

/** A model is never unloaded or replaced while a run uses it: that run is stopped first, or the call is refused. */
export function createModelsApi({ readStarted, runs, downloads, offer }: HostParts): ModelsApi {
  const whenFree = async (load: (session: ModelSession) => Promise<Result<ModelState>>) => {
    const { session } = await readStarted();
    await runs.endReadAhead();
    return runs.refuseIfBusy() ?? load(session);
  };
  return {
    loadModel: async (modelId, engine) => {
      const { session } = await readStarted();
      await runs.stopAll();
      return session.load(modelId, engine);
    },
    importModel: (...files) => whenFree((session) => session.importFiles(files)),
    importFolder: (title, files) => whenFree((session) => session.importFolder(title, files)),
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
    offerBrowserModel: async (...browserModel) => offer({ browserModel }),
    verifyModel: async (modelId, onProgress) =>
      toResult(async () => (await readStarted()).library.verify(modelId, onProgress, new AbortController().signal)),
  };
}
