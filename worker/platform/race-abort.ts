import { createDeferred } from "./deferred.ts";

/** Resolves to `aborted` as soon as the signal fires; a later rejection of the promise is not reported as unhandled. */
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

/** As `raceAbort`; resolves to what `late` gives where the promise takes longer. */
export async function raceTime<Value>(
  promise: Promise<Value>,
  limits: { readonly milliseconds: number; late(): Value; readonly signal: AbortSignal },
): Promise<Value | "aborted"> {
  const timeout = createTimeout(limits.milliseconds);
  try {
    return await raceAbort(Promise.race([promise, timeout.promise.then(limits.late)]), limits.signal);
  } finally {
    timeout.clear();
  }
}

/** Null where the promise takes longer. Rejects when it does. */
export async function withinTime<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value | null> {
  const timeout = createTimeout(milliseconds);
  try {
    return await Promise.race([promise, timeout.promise.then(() => null)]);
  } finally {
    timeout.clear();
  }
}

/** Returns whether the promise resolved within the time. Rejects when it does. */
export async function resolvesWithin(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  return (
    (await withinTime(
      promise.then(() => true),
      milliseconds,
    )) ?? false
  );
}

/** A promise that resolves after the time unless it is cleared first. */
function createTimeout(milliseconds: number): { readonly promise: Promise<void>; clear(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const promise = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return { promise, clear: () => clearTimeout(timer) };
}

export function sleep(milliseconds: number): Promise<void> {
  return createTimeout(milliseconds).promise;
}

/** A timer that fires this late was suspended while the device slept. */
const LATE_MS = 5000;

/** A timeout that restarts with every sign of life and after the device slept: only time awake counts as a hang. */
export function createStallTimer(milliseconds: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let startedAt = 0;
  const { promise, resolve: end } = createDeferred();
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
