import type { ModelLibrary } from "../agent/ports/model-library.ts";
import type { DownloadTurns } from "../platform/download-turns.ts";
import type { AgentEvent } from "../protocol/api/agent-event.ts";
import { describeError } from "../protocol/describe-error.ts";
import type { Result } from "../protocol/failure.ts";
import type { ModelId } from "../protocol/ids.ts";
import type { LoadProgress } from "../protocol/model.ts";
import { createLoadQueue } from "./load-queue.ts";

/** Downloads models beside the loaded one, one at a time. */
export type ModelDownloads = ReturnType<typeof createModelDownloads>;

const NOTHING: LoadProgress = { type: "download", done: 0, total: 0, unit: "bytes" };
/** Interval at which progress is sent to the other tabs, in milliseconds. */
const TELL_EVERY_MS = 500;

export function createModelDownloads(deps: {
  readLibrary(): Promise<Pick<ModelLibrary, "list" | "download">>;
  readonly turns: DownloadTurns;
  emit(event: AgentEvent): void;
  now(): number;
}) {
  const { readLibrary, turns, emit, now } = deps;
  const queue = createLoadQueue();
  let current: { readonly modelId: ModelId; readonly done: Promise<Result<null>> } | null = null;
  /** Whether this worker waits for another one that downloads the same. */
  let isWaiting = false;

  turns.listen(({ modelId, done, total }) => {
    if (!isWaiting || current?.modelId !== modelId) return;
    emit({ type: "download", download: { modelId, elsewhere: true, progress: { ...NOTHING, done, total } } });
  });

  async function download(modelId: ModelId, signal: AbortSignal): Promise<Result<null>> {
    const library = await readLibrary();
    const entry = (await library.list()).find(({ id }) => id === modelId);
    if (entry === undefined) return { ok: false, failure: { code: "model-missing", detail: modelId } };
    let sentAt = Number.NEGATIVE_INFINITY;
    const onProgress = (progress: LoadProgress): void => {
      if (signal.aborted) return;
      emit({ type: "download", download: { modelId, progress } });
      if (now() - sentAt < TELL_EVERY_MS) return;
      sentAt = now();
      turns.tell({ modelId, done: progress.done, total: progress.total });
    };
    isWaiting = true;
    return turns.take(modelId, signal, () => {
      isWaiting = false;
      return library.download(entry, onProgress, signal);
    });
  }

  async function run(modelId: ModelId, signal: AbortSignal): Promise<Result<null>> {
    emit({ type: "download", download: { modelId, progress: NOTHING } });
    const result = await download(modelId, signal).catch(
      (error: unknown): Result<null> => ({
        ok: false,
        failure: signal.aborted ? { code: "cancelled" } : { code: "internal", detail: describeError(error) },
      }),
    );
    isWaiting = false;
    const isFailed = !result.ok && result.failure.code !== "cancelled";
    emit({ type: "download", download: isFailed ? { modelId, progress: NOTHING, failure: result.failure } : null });
    return result;
  }

  return {
    /** Resolves once the model's files are here. A download under way of another model is paused for this one. */
    start: (modelId: ModelId): Promise<Result<null>> => {
      if (current?.modelId === modelId) return current.done;
      const done = queue
        .start((signal) => run(modelId, signal))
        .finally(() => {
          if (current?.done === done) current = null;
        });
      current = { modelId, done };
      return done;
    },
    /** Ends the download of this model, or whichever is under way; what has arrived is kept. */
    stop: async (modelId?: ModelId): Promise<void> => {
      if (modelId === undefined || current?.modelId === modelId) await queue.cancel();
    },
    isUnderWay: () => current !== null,
  };
}
