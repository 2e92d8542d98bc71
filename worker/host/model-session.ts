import type { ModelClient } from "../agent/ports/model-client.ts";
import type { ModelLibrary } from "../agent/ports/model-library.ts";
import type { Clock } from "../agent/ports/run-deps.ts";
import { describeError } from "../protocol/describe-error.ts";
import type { DeviceReport } from "../protocol/device-plan.ts";
import type { Failure, Result } from "../protocol/failure.ts";
import type { ModelId } from "../protocol/ids.ts";
import type { EngineChoice, EngineId, LoadProgress, ModelEntry, ModelState, PickedFile } from "../protocol/model.ts";
import { toRetryWait } from "./retry-plan.ts";

/** Failures that may be gone the next time. */
const RETRIED: ReadonlySet<Failure["code"]> = new Set([
  "device-lost",
  "engine-crashed",
  "engine-timeout",
  "out-of-memory",
  "webgpu-missing",
]);

/** Failures of the GPU's side, which another engine does not have. */
const SPARED_ELSEWHERE: ReadonlySet<Failure["code"]> = new Set([...RETRIED, "model-unsupported"]);

/** The one model of this tab: at most one is loaded, and at most one load is under way. */
export interface ModelSession {
  readonly state: ModelState;
  /** The loaded model, once it is ready; null when none is loaded or loading failed. */
  whenReady(): Promise<ModelClient | null>;
  /** With an engine: that one for this model until another load is asked for. */
  load(modelId: ModelId, engine?: EngineId): Promise<Result<ModelState>>;
  /** Says that a model was not loaded by itself, as its last loads did not end. */
  hold(modelId: ModelId): Promise<void>;
  importFile(file: PickedFile): Promise<Result<ModelState>>;
  /** The files of a folder in MLC's form. */
  importFolder(title: string, files: readonly PickedFile[]): Promise<Result<ModelState>>;
  cancel(): Promise<void>;
  unload(): Promise<void>;
  /** What loading each model would take, with the engine that is set. */
  plan(): Promise<DeviceReport>;
  /**
   * Marks the model as gone after a fatal engine failure. It is loaded again at once; after a second loss in a row later
   * and later, or with another engine if the user agrees. A question always tries at once. An engine that was let go
   * already is not marked again.
   */
  markFailed(state: Extract<ModelState, { type: "failed" }>, gone: ModelClient): Promise<void>;
  /** The engine has answered well: earlier losses count no more. */
  noteAnswered(): void;
}

export function createModelSession(
  library: ModelLibrary,
  options: {
    readonly forcedEngine: () => EngineId | null;
    readonly onState: (state: ModelState) => void;
    readonly clock: Pick<Clock, "wait" | "wallNow">;
  },
): ModelSession {
  let state: ModelState = { type: "none" };
  let client: ModelClient | null = null;
  /** What was loaded last, or tried. */
  let current: { readonly entry: ModelEntry; readonly engine: EngineId } | null = null;
  /** The engine that the user agreed to for a model. */
  let agreed: { readonly modelId: ModelId; readonly engine: EngineId } | null = null;
  /** Losses of the engine in a row. */
  let losses = 0;
  let waiting: AbortController | null = null;
  let loading: { readonly source: AbortController; readonly done: Promise<Result<ModelState>> } | null = null;

  const setState = (next: ModelState): void => {
    state = next;
    options.onState(next);
  };
  const dispose = async (): Promise<void> => {
    const old = client;
    client = null;
    await old?.dispose();
  };
  /** Resolves once no load is under way, this one's successors included. */
  const untilLoaded = async (): Promise<void> => {
    while (loading !== null) await loading.done;
  };
  const stopLoading = async (): Promise<void> => {
    loading?.source.abort();
    await untilLoaded();
  };
  const toFailed = (modelId: ModelId, failure: Failure): Extract<ModelState, { type: "failed" }> => {
    const lost = current?.entry.id === modelId ? current : null;
    // The first loss in the middle of the work is tried again at once; there is nothing to ask yet.
    const canFallBack =
      lost?.engine === "webllm" &&
      lost.entry.engines.includes("wllama") &&
      SPARED_ELSEWHERE.has(failure.code) &&
      losses !== 1;
    const isRetried = losses > 0 && RETRIED.has(failure.code);
    return {
      type: "failed",
      modelId,
      failure,
      ...(canFallBack ? { fallback: "wllama" } : {}),
      ...(isRetried ? { retryAt: options.clock.wallNow() + toRetryWait(losses) } : {}),
    };
  };
  /** Says that the model failed, and loads it again when its time has come. */
  const failAndRetry = (modelId: ModelId, failure: Failure): void => {
    waiting?.abort();
    const failed = toFailed(modelId, failure);
    setState(failed);
    if (failed.retryAt === undefined) return;
    const source = new AbortController();
    waiting = source;
    void options.clock.wait(toRetryWait(losses), source.signal).then(() => {
      if (!source.signal.aborted && client === null && loading === null) void loadById(modelId);
    });
  };
  const fail = (modelId: ModelId, failed: Extract<Result<never>, { ok: false }>): typeof failed => {
    const { failure } = failed;
    if (failure.code === "cancelled") {
      setState({ type: "none" });
      return failed;
    }
    // A load that fails after a loss is one more.
    if (losses > 0) losses += 1;
    failAndRetry(modelId, failure);
    return failed;
  };

  const loadEntry = async (entry: ModelEntry, signal: AbortSignal): Promise<Result<ModelState>> => {
    const forced = agreed?.modelId === entry.id ? agreed.engine : options.forcedEngine();
    const choice = await library.choose(entry, forced);
    const engine = choice.ok ? choice.value.engine : (forced ?? entry.engines[0] ?? "wllama");
    if (current?.entry.id !== entry.id || current.engine !== engine) losses = 0;
    current = { entry, engine };
    if (!choice.ok) return fail(entry.id, choice);
    const onProgress = (progress: LoadProgress): void => {
      if (!signal.aborted) setState({ type: "loading", modelId: entry.id, choice: choice.value, progress });
    };
    onProgress({ type: "load", done: 0, total: 0, unit: "steps" });
    await dispose();
    const loaded = await library.load(entry, choice.value, onProgress, signal);
    if (!loaded.ok) return fail(entry.id, loaded);
    if (signal.aborted) {
      await loaded.value.dispose();
      return fail(entry.id, { ok: false, failure: { code: "cancelled" } });
    }
    const loadedClient = loaded.value;
    client = loadedClient;
    // A laptop that sleeps loses its GPU while nothing is asked of it.
    void loadedClient.lost?.then((failure) => markFailed({ type: "failed", modelId: entry.id, failure }, loadedClient));
    const { info } = loadedClient;
    const ready: ModelState = {
      type: "ready",
      modelId: entry.id,
      choice: { ...choice.value, engine: info.engine },
      format: info.format,
      contextTokens: info.contextTokens,
      ...(info.template.skipReasoning === undefined ? {} : { thinkingSwitch: true }),
    };
    setState(ready);
    return { ok: true, value: ready };
  };

  const markFailed: ModelSession["markFailed"] = async ({ modelId, failure }, gone) => {
    if (client !== gone) return;
    const disposed = dispose().catch(() => undefined);
    losses += 1;
    failAndRetry(modelId, failure);
    await disposed;
  };

  /** Begins a load; one that is under way is cancelled, and waited for. */
  const begin = (
    modelId: ModelId,
    work: (signal: AbortSignal) => Promise<Result<ModelState>>,
  ): Promise<Result<ModelState>> => {
    waiting?.abort();
    const before = loading;
    before?.source.abort();
    const source = new AbortController();
    const run = async (): Promise<Result<ModelState>> => {
      await before?.done;
      if (source.signal.aborted) return { ok: false, failure: { code: "cancelled" } };
      try {
        return await work(source.signal);
      } catch (error) {
        return fail(modelId, { ok: false, failure: { code: "internal", detail: describeError(error) } });
      }
    };
    const done = run().finally(() => {
      if (loading?.source === source) loading = null;
    });
    loading = { source, done };
    return done;
  };

  const loadById = (modelId: ModelId): Promise<Result<ModelState>> =>
    begin(modelId, async (signal) => {
      const entry = (await library.list()).find((each) => each.id === modelId);
      if (entry === undefined) return fail(modelId, { ok: false, failure: { code: "model-missing", detail: modelId } });
      return loadEntry(entry, signal);
    });

  return {
    get state() {
      return state;
    },
    whenReady: async () => {
      if (loading !== null) await untilLoaded();
      // One that is held waits for a press: a question is no consent to what may end the tab.
      else if (client === null && state.type === "failed" && state.failure.code !== "load-unfinished") {
        await loadById(state.modelId);
      }
      return client;
    },
    load: (modelId, engine) => {
      agreed = engine === undefined ? null : { modelId, engine };
      return loadById(modelId);
    },
    hold: async (modelId) => {
      const entry = (await library.list()).find((each) => each.id === modelId);
      const choice = entry === undefined ? null : await library.choose(entry, options.forcedEngine());
      const canFallBack =
        entry?.engines.includes("wllama") === true && choice?.ok === true && choice.value.engine === "webllm";
      setState({
        type: "failed",
        modelId,
        failure: { code: "load-unfinished" },
        ...(canFallBack ? { fallback: "wllama" } : {}),
      });
    },
    importFile: (file) =>
      begin(file.name, async (signal) => {
        const choice: EngineChoice = { engine: "wllama", reason: "Reading the file you picked." };
        const imported = await library.importFile(file, (progress) =>
          setState({ type: "loading", modelId: file.name, choice, progress }),
        );
        if (!imported.ok) return fail(file.name, imported);
        return loadEntry(imported.value, signal);
      }),
    importFolder: (title, files) =>
      begin(title, async (signal) => {
        const choice: EngineChoice = { engine: "webllm", reason: "Reading the folder you picked." };
        const onProgress = (progress: LoadProgress): void =>
          setState({ type: "loading", modelId: title, choice, progress });
        const imported = await library.importFolder(title, files, onProgress, signal);
        if (!imported.ok) return fail(title, imported);
        return loadEntry(imported.value, signal);
      }),
    plan: () => library.plan(options.forcedEngine()),
    cancel: () => {
      waiting?.abort();
      return stopLoading();
    },
    unload: async () => {
      waiting?.abort();
      await stopLoading();
      await dispose();
      setState({ type: "none" });
    },
    markFailed,
    noteAnswered: () => {
      losses = 0;
    },
  };
}
