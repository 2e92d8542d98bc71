/** The part of the platform's `AbortSignal` that the pure rooms need; a real `AbortSignal` is one. */
export interface CancelSignal {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** A signal and the switch that fires it: `AbortController` for rooms that have no platform. */
export interface CancelSource {
  readonly signal: CancelSignal;
  cancel(): void;
}

/** Makes a cancel source; when `parent` fires, so does the new signal. `release` unhooks it from the parent. */
export function createCancelSource(parent?: CancelSignal): CancelSource & { release(): void } {
  const listeners = new Set<() => void>();
  let aborted = false;
  const signal: CancelSignal = {
    get aborted() {
      return aborted;
    },
    addEventListener: (_type, listener) => {
      listeners.add(listener);
    },
    removeEventListener: (_type, listener) => {
      listeners.delete(listener);
    },
  };
  const cancel = (): void => {
    if (aborted) return;
    aborted = true;
    const waiting = [...listeners];
    listeners.clear();
    for (const listener of waiting) listener();
  };
  if (parent?.aborted === true) cancel();
  parent?.addEventListener("abort", cancel, { once: true });
  return { signal, cancel, release: () => parent?.removeEventListener("abort", cancel) };
}
