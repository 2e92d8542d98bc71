/** The part of WebLLM 0.2.86's pipeline that prefills a prompt in chunks; private in its types. */
export interface PrefillPipeline {
  prefillChunkSize: number;
  readonly device: { sync(): Promise<void> };
  embedAndForward(chunk: unknown, length: number): Promise<unknown>;
}

/** Watches the steps of a prefill. */
export type PrefillWatch = ReturnType<typeof watchPrefill>;

/** Thrown within a prefill that was stopped. */
export class PrefillStopped extends Error {}

const FIRST_STEP = 32;
/** The aim for the duration of a step: long enough to cost nothing, short enough for progress and a stop. */
const STEP_MS = 1_000;

/**
 * Makes a pipeline prefill in steps. By default WebLLM sends the whole prompt to the device and waits for its end, which
 * can take a minute on a software adapter. Each step's size follows from the duration of the previous ones.
 */
export function watchPrefill(pipeline: PrefillPipeline, now: () => number = () => performance.now()) {
  const largest = pipeline.prefillChunkSize;
  const forward = pipeline.embedAndForward;
  let report: (done: number) => void = () => undefined;
  let isStopped = (): boolean => false;
  let done = 0;
  pipeline.prefillChunkSize = Math.min(largest, FIRST_STEP);
  pipeline.embedAndForward = async (chunk, length) => {
    if (length === 1) return forward.call(pipeline, chunk, length);
    if (isStopped()) throw new PrefillStopped("the prompt was stopped");
    const begin = now();
    const logits = await forward.call(pipeline, chunk, length);
    await pipeline.device.sync();
    done += length;
    report(done);
    if (length === pipeline.prefillChunkSize) {
      const fitting = (length * STEP_MS) / Math.max(1, now() - begin);
      // At most doubled, because the first steps are slower.
      const next = Math.min(fitting, 2 * length, largest);
      pipeline.prefillChunkSize = Math.max(Math.min(largest, FIRST_STEP), Math.floor(next / FIRST_STEP) * FIRST_STEP);
    }
    return logits;
  };
  return {
    /** Reports the computed tokens of the prompt until the next call. `isStopped` is checked before each step. */
    follow: (nextReport: (done: number) => void, nextIsStopped: () => boolean): void => {
      done = 0;
      report = nextReport;
      isStopped = nextIsStopped;
    },
    /** Stops reporting. */
    release: (): void => {
      report = () => undefined;
      isStopped = () => false;
    },
  };
}
