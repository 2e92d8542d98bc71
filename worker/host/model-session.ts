import type { ModelClient } from "../agent/ports/model-client.ts";
import type { ModelLibrary } from "../agent/ports/model-library.ts";
import type { Clock } from "../agent/ports/run-deps.ts";
import { BROWSER_MODEL_ID } from "../protocol/browser-model.ts";
import { defined } from "../protocol/defined.ts";
import { describeError } from "../protocol/describe-error.ts";
import type { DeviceReport } from "../protocol/device-plan.ts";
import { type Failed, failed, type Result } from "../protocol/failure.ts";
import type { ModelId } from "../protocol/ids.ts";
import type {
  EngineChoice,
  EngineId,
  LoadProgress,
  ModelEntry,
  ModelState,
  PickedFile,
  TurnUsage,
} from "../protocol/model.ts";
import type { Settings } from "../protocol/settings.ts";
import { createLoadQueue } from "./load-queue.ts";
import { createRetryPolicy, type FailedState, type LoadTarget, type RetryPolicy } from "./retry-policy.ts";

interface ModelSessionOptions {
  /** The engine that the user has set for every model, or null. */
  forcedEngine(): EngineId | null;
  /** The context windows that the user has set, by model. */
  contexts(): Settings["contexts"];
  onState(state: ModelState): void;
  readonly clock: Pick<Clock, "wait" | "wallNow">;
}

/** A model that was loaded, and the engine that the user chose for it. */
interface ModelBefore {
  readonly state: Extract<ModelState, { readonly type: "ready" }>;
  readonly engine?: EngineId;
}

/** The one model of this tab, whose engine other tabs may share: at most one is loaded, and at most one load is under way. */
export class ModelSession {
  readonly #library: ModelLibrary;
  readonly #options: ModelSessionOptions;
  readonly #loads = createLoadQueue();
  readonly #retries: RetryPolicy;
  #state: ModelState = { type: "none" };
  #client: ModelClient | null = null;
  /** The target of the last load, finished or not. */
  #target: LoadTarget | null = null;
  /** The engine that the user chose for one model. */
  #chosen: { readonly modelId: ModelId; readonly engine: EngineId } | null = null;
  /** The model that the loads under way are to replace, and the engine chosen for it: back again should they fail. */
  #before: ModelBefore | null = null;
  /** Incremented on each load; how an older one ended changes nothing. */
  #generation = 0;
  /** A model whose engine crashed: its file is checked before it is loaded again. */
  #suspect: ModelId | null = null;

  constructor(library: ModelLibrary, options: ModelSessionOptions) {
    this.#library = library;
    this.#options = options;
    this.#retries = createRetryPolicy(options.clock);
  }

  get state(): ModelState {
    return this.#state;
  }

  /** The loaded model, once it is ready; null if none is loaded or loading failed. */
  async whenReady(): Promise<ModelClient | null> {
    const state = this.#state;
    if (this.#loads.isLoading()) await this.#loads.untilIdle();
    // A held-back model loads only on an explicit click; sending a message is not consent to a possible crash.
    else if (this.#client === null && state.type === "failed" && state.failure.code !== "load-unfinished") {
      await this.#loadById(state.modelId);
    }
    return this.#client;
  }

  /** With an engine: that one for this model until another load is requested. */
  load(modelId: ModelId, engine?: EngineId): Promise<Result<ModelState>> {
    this.#noteReady();
    this.#chosen = engine === undefined ? null : { modelId, engine };
    return this.#loadById(modelId);
  }

  /** Reports that a model was not loaded automatically because its last loads did not end. */
  async hold(modelId: ModelId): Promise<void> {
    const entry = await this.#findEntry(modelId);
    const choice = entry === undefined ? null : await this.#library.choose(entry, this.#options.forcedEngine());
    const canFallBack =
      entry?.engines.includes("wllama") === true && choice?.ok === true && choice.value.engine === "webllm";
    this.#setState({
      type: "failed",
      modelId,
      failure: { code: "load-unfinished" },
      ...(canFallBack ? { fallback: "wllama" } : {}),
    });
  }

  importFiles(files: readonly PickedFile[]): Promise<Result<ModelState>> {
    return this.#import(files[0]?.name ?? "", "wllama", "file", (...given) =>
      this.#library.importFiles(files, ...given),
    );
  }

  /** The files of a folder in MLC's form. */
  importFolder(title: string, files: readonly PickedFile[]): Promise<Result<ModelState>> {
    return this.#import(title, "webllm", "folder", (...given) => this.#library.importFolder(title, files, ...given));
  }

  cancel(): Promise<void> {
    this.#retries.cancel();
    return this.#loads.cancel();
  }

  async unload(): Promise<void> {
    this.#generation += 1;
    this.#before = null;
    await this.cancel();
    await this.#dispose();
    this.#setState({ type: "none" });
  }

  /** Plans the load of each model, with the engine that is set. */
  plan(): Promise<DeviceReport> {
    return this.#library.plan(this.#options.forcedEngine(), this.#options.contexts());
  }

  /**
   * Marks the model as gone after a fatal engine failure. It is loaded again at once; after a second loss in a row later
   * and later, or with another engine if the user agrees. A question always tries at once. Ignored if `gone` was already
   * disposed.
   */
  async markFailed({ modelId, failure }: FailedState, gone: ModelClient): Promise<void> {
    if (this.#client !== gone) return;
    const disposed = this.#dispose().catch(() => undefined);
    if (failure.code === "engine-crashed") this.#suspect = modelId;
    this.#retries.noteLoss();
    this.#failAndRetry(modelId, failure);
    await disposed;
  }

  /** The engine has answered well: earlier losses no longer count. */
  noteAnswered(): void {
    this.#retries.reset();
  }

  /** Hands on how fast the loaded model has written. */
  noteTurn(usage: TurnUsage): void {
    const state = this.#state;
    if (state.type !== "ready" || this.#target?.entry.id !== state.modelId) return;
    void this.#library.noteTurn(this.#target.entry, state.choice, usage).catch(() => undefined);
  }

  #setState(state: ModelState): void {
    this.#state = state;
    this.#options.onState(state);
  }

  async #findEntry(modelId: ModelId): Promise<ModelEntry | undefined> {
    return (await this.#library.list()).find(({ id }) => id === modelId);
  }

  async #dispose(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    await client?.dispose();
  }

  #loadById(modelId: ModelId): Promise<Result<ModelState>> {
    return this.#startLoad(modelId, async (signal) => {
      const entry = await this.#findEntry(modelId);
      if (entry !== undefined) return this.#loadEntry(entry, signal);
      return failed(modelId === BROWSER_MODEL_ID ? "browser-model-gone" : "model-missing", modelId);
    });
  }

  #import(
    name: string,
    engine: EngineId,
    kind: "file" | "folder",
    work: (onProgress: (progress: LoadProgress) => void, signal: AbortSignal) => Promise<Result<ModelEntry>>,
  ): Promise<Result<ModelState>> {
    const choice: EngineChoice = { engine, reason: `Reading the ${kind} you picked.` };
    return this.#startLoad(name, async (signal) => {
      const onProgress = (progress: LoadProgress): void =>
        this.#setState({ type: "loading", modelId: name, choice, progress });
      const imported = await work(onProgress, signal);
      return imported.ok ? this.#loadEntry(imported.value, signal) : imported;
    });
  }

  async #startLoad(
    modelId: ModelId,
    load: (signal: AbortSignal) => Promise<Result<ModelState>>,
  ): Promise<Result<ModelState>> {
    this.#retries.cancel();
    this.#noteReady();
    this.#generation += 1;
    const generation = this.#generation;
    const loaded = await this.#loads.start((signal) =>
      load(signal).catch((error) => failed("internal", describeError(error))),
    );
    if (generation !== this.#generation) return loaded;
    const before = this.#before;
    this.#before = null;
    if (!loaded.ok) this.#endWithout(modelId, loaded, before);
    return loaded;
  }

  #noteReady(): void {
    if (this.#state.type !== "ready") return;
    const { modelId } = this.#state;
    const engine = this.#chosen?.modelId === modelId ? this.#chosen.engine : undefined;
    this.#before = { state: this.#state, ...defined({ engine }) };
  }

  async #loadEntry(entry: ModelEntry, signal: AbortSignal): Promise<Result<ModelState>> {
    const forced = this.#chosen?.modelId === entry.id ? this.#chosen.engine : this.#options.forcedEngine();
    const choice = await this.#library.choose(entry, forced);
    this.#setTarget(entry, choice.ok ? choice.value.engine : (forced ?? entry.engines[0] ?? "wllama"));
    if (!choice.ok) return choice;
    const onProgress = (progress: LoadProgress): void => {
      if (!signal.aborted) this.#setState({ type: "loading", modelId: entry.id, choice: choice.value, progress });
    };
    onProgress({ type: "load", done: 0, total: 0, unit: "steps" });
    await this.#dispose();
    const damage = await this.#findDamage(entry.id, onProgress, signal);
    if (damage !== null) return damage;
    const contextTokens = this.#options.contexts()?.[entry.id];
    const planned = { ...choice.value, ...defined({ contextTokens }) };
    const loaded = await this.#library.load(entry, planned, onProgress, signal);
    if (!loaded.ok) return loaded;
    const client = loaded.value;
    if (signal.aborted) {
      await client.dispose();
      return failed("cancelled");
    }
    this.#client = client;
    // A laptop that sleeps loses its GPU even while no request is running.
    void client.lost?.then((failure) => this.markFailed({ type: "failed", modelId: entry.id, failure }, client));
    const ready = toReadyState(entry.id, choice.value, client);
    this.#setState(ready);
    return { ok: true, value: ready };
  }

  /** Changed weights of the right length load well and then crash the engine each time. */
  async #findDamage(
    modelId: ModelId,
    onProgress: (progress: LoadProgress) => void,
    signal: AbortSignal,
  ): Promise<Failed | null> {
    if (this.#suspect !== modelId) return null;
    const verified = await this.#library.verify(modelId, onProgress, signal);
    if (!verified.ok && (verified.failure.code === "model-corrupt" || verified.failure.code === "cancelled")) {
      return verified;
    }
    this.#suspect = null;
    return null;
  }

  /** Losses count for one model on one engine. */
  #setTarget(entry: ModelEntry, engine: EngineId): void {
    if (this.#target?.entry.id !== entry.id || this.#target.engine !== engine) this.#retries.reset();
    this.#target = { entry, engine };
  }

  /** After a load that brought no model: the one before stays, or comes back. */
  #endWithout(modelId: ModelId, { failure }: Failed, before: ModelBefore | null): void {
    if (before !== null && this.#client !== null) this.#setState(before.state);
    else if (before !== null && before.state.modelId !== modelId) void this.load(before.state.modelId, before.engine);
    else if (failure.code === "cancelled") this.#setState({ type: "none" });
    else {
      this.#retries.noteFailedLoad();
      this.#failAndRetry(modelId, failure);
    }
  }

  #failAndRetry(modelId: ModelId, failure: FailedState["failure"]): void {
    this.#retries.cancel();
    const state = this.#retries.toFailedState(modelId, failure, this.#target);
    this.#setState(state);
    if (state.retryAt === undefined) return;
    void this.#retries.wait().then((isDue) => {
      if (isDue && this.#client === null && !this.#loads.isLoading()) void this.#loadById(modelId);
    });
  }
}

function toReadyState(modelId: ModelId, choice: EngineChoice, { info }: ModelClient): ModelState {
  return {
    type: "ready",
    modelId,
    choice: { ...choice, engine: info.engine, ...info.fallback },
    format: info.format,
    contextTokens: info.contextTokens,
    ...(info.template.skipReasoning === undefined ? {} : { thinkingSwitch: true }),
    ...defined({ perceives: info.perceives }),
  };
}
