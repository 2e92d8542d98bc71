import type { ModelId } from "../protocol/ids.ts";
import { toFields } from "../protocol/json.ts";

/** How far a download in another worker is, in bytes. */
export interface TabProgress {
  readonly modelId: ModelId;
  readonly done: number;
  readonly total: number;
}

/** One worker of this origin at a time downloads a model; the others wait and hear how far it is. */
export type DownloadTurns = ReturnType<typeof createLockedTurns>;

/** Turns as Web Locks, which the next worker gets as soon as the one before ends, for whatever reason. */
export function createLockedTurns(
  locks: Pick<LockManager, "request">,
  channel: Pick<BroadcastChannel, "postMessage" | "onmessage">,
) {
  return {
    /** Runs the work once no other worker has this model's turn; rejects if the signal fires before that. */
    take: <Value>(modelId: ModelId, signal: AbortSignal, work: () => Promise<Value>): Promise<Value> =>
      locks.request(`alcove-download-${modelId}`, { signal }, work),
    tell: (progress: TabProgress): void => channel.postMessage(progress),
    /** Sets the one listener for what other workers tell. */
    listen(deliver: (progress: TabProgress) => void): void {
      channel.onmessage = ({ data }: MessageEvent<unknown>) => {
        const progress = toTabProgress(data);
        if (progress !== null) deliver(progress);
      };
    },
  };
}

/** A foreign message, or null. Any page of the origin can post here. */
function toTabProgress(value: unknown): TabProgress | null {
  const { modelId, done, total } = toFields(value);
  if (typeof modelId !== "string" || typeof done !== "number" || typeof total !== "number") return null;
  return { modelId, done, total };
}
