/** The part of WebLLM 0.2.86's pipeline (private in its types) that reads a prompt, in steps of at most so many tokens. */
export interface PrefillPipeline {
  prefillChunkSize: number;
  readonly device: { sync(): Promise<void> };
  embedAndForward(chunk: unknown, length: number): Promise<unknown>;
}

/** Watches the steps in which a prompt is read. */
export interface PrefillWatch {
  /** Reports the tokens of the prompt that are computed, until the next call. `isStopped` is asked before each step. */
  follow(report: (done: number) => void, isStopped: () => boolean): void;
  /** Reports no more. */
  release(): void;
}

/** Thrown in the middle of a prompt that nobody waits for any more. */
export class PrefillStopped extends Error {}

const FIRST_STEP = 32;
/** A step takes about so long: seldom enough to cost nothing, often enough to see it go on and to stop it. */
const STEP_MS = 1_000;

/**
 * Makes a pipeline read prompts step by step. By itself WebLLM hands the whole prompt to the device and waits for its
 * end, which on a device without a GPU can take a minute. A step's size follows from how long the steps before took.
 */
export function watchPrefill(pipeline: PrefillPipeline, now: () => number = () => performance.now()): PrefillWatch {
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
      // Of twice the size at most: the first steps are slower than those after.
      const next = Math.min(fitting, 2 * length, largest);
      pipeline.prefillChunkSize = Math.max(Math.min(largest, FIRST_STEP), Math.floor(next / FIRST_STEP) * FIRST_STEP);
    }
    return logits;
  };
  return {
    follow: (nextReport, nextIsStopped) => {
      done = 0;
      report = nextReport;
      isStopped = nextIsStopped;
    },
    release: () => {
      report = () => undefined;
      isStopped = () => false;
    },
  };
}
