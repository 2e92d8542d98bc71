/** `alcove/engines/builtin`: the model that the browser itself brings (the web's Prompt API), in a page. */
import { BuiltinClient } from "../../worker/engines/builtin/builtin-client.ts";
import { toCoreOptions } from "../../worker/engines/builtin/held-sessions.ts";
import type { PromptApi } from "../../worker/engines/builtin/prompt-api.ts";
import { chooseTemplate } from "../../worker/formats/templates/choose-template.ts";
import { BROWSER_MODEL_ID, type BrowserModelState } from "../../worker/protocol/browser-model.ts";
import { defined } from "../../worker/protocol/defined.ts";
import { failed } from "../../worker/protocol/failure.ts";
import { defineModel, type Model } from "../model.ts";

export type { BrowserModelState } from "../../worker/protocol/browser-model.ts";

/** How the browser's model is asked. */
export interface BuiltinOptions {
  /** Languages of the questions and answers, as two letters; English unless given. */
  readonly languages?: readonly string[];
  /** How much of it the browser has downloaded, from 0 to 1. */
  readonly onDownload?: (loaded: number) => void;
}

/** Whether this browser has a model of its own, and what it takes. */
export async function findBuiltin({ languages = ["en"] }: BuiltinOptions = {}): Promise<BrowserModelState> {
  const api = readApi();
  return api === null ? "unavailable" : api.availability(toCoreOptions({ api, languages }));
}

/**
 * The model that the browser brings. Where it is `downloadable`, opening it has the browser download it, which takes a press
 * of the user's just before: call `open` of the model in its handler. Whether the model runs on the device is the browser's
 * business: the Prompt API does not say.
 */
export function builtin({ languages = ["en"], onDownload }: BuiltinOptions = {}): Model {
  return defineModel({
    name: BROWSER_MODEL_ID,
    load: async (signal) => {
      const api = readApi();
      if (api === null) return failed("browser-model-gone", "this browser has no LanguageModel");
      const template = chooseTemplate("chatml", null, new Date());
      const plan = { api, languages, modelId: BROWSER_MODEL_ID, template, ...defined({ onDownload }) };
      return BuiltinClient.load(plan, signal);
    },
  });
}

function readApi(): PromptApi | null {
  const { LanguageModel: api } = globalThis as { readonly LanguageModel?: PromptApi };
  return api ?? null;
}
