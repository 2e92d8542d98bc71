/** The part of `Worker` that running one job needs. */
export interface JobThread<Job> {
  postMessage(job: Job): void;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: "error" | "messageerror", listener: () => void): void;
  terminate(): void;
}

export interface JobLimits {
  /** Milliseconds that the job may take, of which the error says that it took longer. */
  readonly timeoutMs: number;
  /** Milliseconds beyond that for the thread to start and to stop by itself. */
  readonly graceMs: number;
  readonly signal: AbortSignal;
}

/**
 * Runs one job in a thread of its own, which is terminated after its answer, its time limit, or an abort. The answer is
 * whatever the thread posts. Rejects with a sentence for the model, which begins with the job's name.
 */
export function runInThread<Job>(
  name: string,
  startThread: () => JobThread<Job>,
  job: Job,
  { timeoutMs, graceMs, signal }: JobLimits,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(new Error(`${name} was stopped.`));
      return;
    }
    const thread = startThread();
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      thread.terminate();
      settle();
    };
    const stop = (): void => end(() => reject(new Error(`${name} was stopped.`)));
    const timer = setTimeout(
      () => end(() => reject(new Error(`${name} ran longer than ${timeoutMs} ms.`))),
      timeoutMs + graceMs,
    );
    signal.addEventListener("abort", stop, { once: true });
    thread.addEventListener("message", ({ data }) => end(() => resolve(data)));
    for (const type of ["error", "messageerror"] as const) {
      thread.addEventListener(type, () => end(() => reject(new Error(`${name}'s thread failed.`))));
    }
    thread.postMessage(job);
  });
}
