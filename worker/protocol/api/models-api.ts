import type { AskPromptApi, BrowserModelFacts } from "../browser-model.ts";
import type { DeviceReport } from "../device-plan.ts";
import type { Result } from "../failure.ts";
import type { ModelId } from "../ids.ts";
import type { EngineId, LoadProgress, ModelEntry, ModelState, PickedFile } from "../model.ts";

/** Loads, imports, checks and deletes models. */
export interface ModelsApi {
  /** With an engine: that one for this model until another load is requested, whatever the settings say. */
  loadModel(modelId: ModelId, engine?: EngineId): Promise<Result<ModelState>>;
  /** A model file the user picked, or all parts of one that was split; loaded at once. */
  importModel(file: PickedFile, ...more: readonly PickedFile[]): Promise<Result<ModelState>>;
  /** The files of a folder in MLC's form that the user picked; loaded at once. */
  importFolder(title: string, files: readonly PickedFile[]): Promise<Result<ModelState>>;
  /**
   * Downloads a model's files while the loaded model goes on answering; resolves once they are here. Only one download
   * is under way: another one is paused. Where another tab downloads the same model, this one waits for it.
   */
  downloadModel(modelId: ModelId): Promise<Result<null>>;
  /** Ends that download; what has arrived is kept. */
  pauseDownload(): Promise<void>;
  cancelLoad(): Promise<void>;
  unloadModel(): Promise<void>;
  deleteModel(modelId: ModelId): Promise<Result<readonly ModelEntry[]>>;
  listModels(): Promise<readonly ModelEntry[]>;
  /** Tells for each model whether and how it would load on this device, and which one to recommend. */
  planModels(): Promise<DeviceReport>;
  /** Offers the model that the browser brings, before the start. */
  offerBrowserModel(ask: AskPromptApi, facts: BrowserModelFacts): Promise<void>;
  /** Reads a stored model from end to end and compares its hash with the expected one. */
  verifyModel(modelId: ModelId, onProgress: (progress: LoadProgress) => void): Promise<Result<null>>;
}
