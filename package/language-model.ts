/**
 * `alcove/language-model`: the Prompt API of the web (`LanguageModel`) over our engines, where a browser has none of its own:
 * the draft of the Web Machine Learning Community Group of October 2026.
 */
import { createSession, type Session, type SessionOptions } from "./language-model/session.ts";
import type { Model } from "./model.ts";

export type { PromptInput, PromptOptions, Session, SessionOptions, SessionTool } from "./language-model/session.ts";

/** Whether a model can be had: `after-download` is said by `downloadable`. */
export type Availability = "available" | "downloadable" | "downloading" | "unavailable";

/** The static half of `LanguageModel`. */
export interface LanguageModelFactory {
  availability(options?: SessionOptions): Promise<Availability>;
  create(options?: SessionOptions): Promise<Session>;
}

/** Makes a `LanguageModel` of a model. It is opened by the first `create`, whose `monitor` hears of the beginning and the end. */
export function createLanguageModel(model: Model): LanguageModelFactory {
  let isOpen = false;
  return {
    availability: async ({ expectedInputs = [], expectedOutputs = [] } = {}) => {
      if ([...expectedInputs, ...expectedOutputs].some(({ type }) => type !== "text")) return "unavailable";
      return isOpen ? "available" : "downloadable";
    },
    create: async (options = {}) => {
      options.signal?.throwIfAborted();
      const monitor = new EventTarget();
      options.monitor?.(monitor);
      const tell = (loaded: number): void => {
        monitor.dispatchEvent(
          Object.assign(new Event("downloadprogress"), { loaded, total: 1, lengthComputable: true }),
        );
      };
      tell(0);
      const client = await model.open();
      options.signal?.throwIfAborted();
      isOpen = true;
      tell(1);
      return createSession(client, model.sampling, options);
    },
  };
}

/** Puts it in the place of a browser's own, unless there is one. True where it was put. */
export function installLanguageModel(model: Model, target: object = globalThis): boolean {
  if ("LanguageModel" in target) return false;
  Object.defineProperty(target, "LanguageModel", {
    value: createLanguageModel(model),
    configurable: true,
    writable: true,
  });
  return true;
}
