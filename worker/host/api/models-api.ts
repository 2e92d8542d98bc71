import type { ModelRoom } from "../../agent/ports/model-library.ts";
import type { AgentApi, Result } from "../../protocol/agent-api.ts";
import { createCancelSource } from "../../protocol/cancel-signal.ts";
import type { ModelSession } from "../model-session.ts";
import { settle } from "../settle.ts";

/** The part of the agent's interface that is about models. */
export type ModelDesk = Pick<
  AgentApi,
  | "loadModel"
  | "importModel"
  | "importFolder"
  | "cancelLoad"
  | "unloadModel"
  | "deleteModel"
  | "listModels"
  | "planModels"
  | "verifyModel"
>;

/** What the desk works with. */
export interface ModelDeskDeps {
  /** Both, once the host has started. */
  readModels(): Promise<{ readonly room: ModelRoom; readonly session: ModelSession }>;
  /** Says so when a run has the model. */
  isBusy(): Extract<Result<never>, { readonly ok: false }> | null;
  /** Ends every run: the model is about to go. */
  stopRuns(): Promise<void>;
}

/** Loads, unloads, imports and deletes models, never from under a run. */
export function createModelDesk({ readModels, isBusy, stopRuns }: ModelDeskDeps): ModelDesk {
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
      const { room, session } = await readModels();
      const { state } = session;
      if (state.type !== "none" && state.modelId === modelId) {
        await stopRuns();
        await session.unload();
      }
      const deleted = await room.delete(modelId);
      return deleted.ok ? { ok: true, value: await room.list() } : deleted;
    },
    listModels: async () => (await readModels()).room.list(),
    planModels: async () => (await readModels()).session.plan(),
    verifyModel: async (modelId, onProgress) =>
      settle(async () => (await readModels()).room.verify(modelId, onProgress, createCancelSource().signal)),
  };
}
