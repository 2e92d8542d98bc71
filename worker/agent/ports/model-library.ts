import type { DeviceReport } from "../../protocol/device-plan.ts";
import type { Result } from "../../protocol/failure.ts";
import type { ModelId } from "../../protocol/ids.ts";
import type { EngineChoice, EngineId, LoadProgress, ModelEntry, PickedFile, TurnUsage } from "../../protocol/model.ts";
import type { Settings } from "../../protocol/settings.ts";
import type { ModelClient } from "./model-client.ts";

/**
 * The port to the models of this browser: listing, choosing an engine, loading, importing, deleting. Never throws for
 * an expected fault.
 */
export interface ModelLibrary {
  list(): Promise<readonly ModelEntry[]>;
  /** The engine for a model and why. A `forced` engine is used or refused, never replaced. */
  choose(entry: ModelEntry, forced: EngineId | null): Promise<Result<EngineChoice>>;
  /** Fetches the missing files of a model, and loads nothing. */
  download(entry: ModelEntry, onProgress: (progress: LoadProgress) => void, signal: AbortSignal): Promise<Result<null>>;
  load(
    entry: ModelEntry,
    choice: EngineChoice,
    onProgress: (progress: LoadProgress) => void,
    signal: AbortSignal,
  ): Promise<Result<ModelClient>>;
  /** Takes in how fast a loaded model has written: plans tell the speed of others from it. */
  noteTurn(entry: ModelEntry, choice: EngineChoice, usage: TurnUsage): Promise<void>;
  /** Checks and stores a model that the user picked: one file, or all of its parts. */
  importFiles(
    files: readonly PickedFile[],
    onProgress: (progress: LoadProgress) => void,
    signal?: AbortSignal,
  ): Promise<Result<ModelEntry>>;
  /** Checks and stores a folder in MLC's format that the user picked. */
  importFolder(
    title: string,
    files: readonly PickedFile[],
    onProgress: (progress: LoadProgress) => void,
    signal: AbortSignal,
  ): Promise<Result<ModelEntry>>;
  delete(modelId: ModelId): Promise<Result<null>>;
  /** Plans the load of each model here and recommends one; `forced` as in `choose`, `contexts` as the user set them. */
  plan(forced: EngineId | null, contexts?: Settings["contexts"]): Promise<DeviceReport>;
  /** Reads a stored model's file from end to end and compares it with the hash it was kept under. */
  verify(modelId: ModelId, onProgress: (progress: LoadProgress) => void, signal: AbortSignal): Promise<Result<null>>;
}
