/** Ends with `aborted` as soon as the signal fires, whatever the promise does; its later rejection is not lost. */
export async function raceAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value | "aborted"> {
  let listener: () => void = () => undefined;
  const aborted = new Promise<"aborted">((resolve) => {
    listener = () => resolve("aborted");
    signal.addEventListener("abort", listener, { once: true });
    if (signal.aborted) resolve("aborted");
  });
  promise.catch(() => undefined);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", listener);
  }
}

/** A promise that resolves after a time, unless it is cleared before. */
export function createTimeout(milliseconds: number): { readonly promise: Promise<void>; clear(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const promise = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return { promise, clear: () => clearTimeout(timer) };
}

/** A timer that comes so late was no timer while the device slept. */
const LATE_MS = 5000;

/** A timeout that starts anew with every sign of life, and after a sleep: only time awake says that something hangs. */
export function createStallTimer(milliseconds: number): {
  readonly promise: Promise<void>;
  restart(): void;
  clear(): void;
} {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let startedAt = 0;
  let end: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    end = resolve;
  });
  const restart = (): void => {
    clearTimeout(timer);
    startedAt = performance.now();
    timer = setTimeout(fire, milliseconds);
  };
  const fire = (): void => {
    if (performance.now() - startedAt > milliseconds + LATE_MS) restart();
    else end();
  };
  restart();
  return { promise, restart, clear: () => clearTimeout(timer) };
}
