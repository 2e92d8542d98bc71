import type { Wllama } from "@wllama/wllama/esm/index.js";

/**
 * Threads that llama.cpp starts for each sound (`log_mel_spectrogram` in `mtmd-audio.cpp`) and waits for: an engine that has none
 * ready waits for ever, as new ones begin only when it rests.
 */
export const SOUND_THREADS = 3;

type Proxy = { wllamaAction(action: string, message: object): Promise<unknown> };

/** Has an engine compute with so many threads, however many it holds ready: wllama 3.8.1 takes one number for both. Before it loads. */
export function computeWith(wllama: Wllama, threads: number): void {
  let proxy: Proxy | null = null;
  Object.defineProperty(wllama, "proxy", {
    get: () => proxy,
    set(made: Proxy | null) {
      proxy = made;
      if (made === null) return;
      const act = made.wllamaAction.bind(made);
      made.wllamaAction = (action, message) =>
        act(action, action === "load" ? { ...message, n_threads: threads } : message);
    },
  });
}
