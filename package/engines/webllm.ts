/** `alcove/engines/webllm`: models of WebLLM's list on the GPU. Needs the package `@mlc-ai/web-llm`. */
import { WebllmClient } from "../../worker/engines/webllm/webllm.ts";
import { findCatalogRecord } from "../../worker/engines/webllm/webllm-catalog.ts";
import { recogniseFormat } from "../../worker/formats/recognition/recognise-format.ts";
import { chooseTemplate } from "../../worker/formats/templates/choose-template.ts";
import { failed } from "../../worker/protocol/failure.ts";
import type { FormatId, LoadProgress, SamplingSettings } from "../../worker/protocol/model.ts";
import { defineModel, type Model } from "../model.ts";

/** How a model of the list is run. */
export interface WebllmOptions extends SamplingSettings {
  /** Tokens of context; the list's own unless given. */
  readonly contextTokens?: number;
  /** The dialect that the model writes calls in; recognised by its name unless given. */
  readonly format?: FormatId;
  readonly onProgress?: (progress: LoadProgress) => void;
}

const DEFAULT_CONTEXT_TOKENS = 4096;

/** A model of WebLLM's list by its id, for instance `Qwen3-1.7B-q4f16_1-MLC`. WebLLM downloads and keeps its files. */
export function webllm(id: string, options: WebllmOptions = {}): Model {
  const { contextTokens: wanted, format: given, onProgress, ...sampling } = options;
  return defineModel({
    name: id,
    sampling,
    load: async (signal) => {
      const record = findCatalogRecord(id);
      if (record === null) return failed("model-missing", `WebLLM's list has no '${id}'`);
      const contextTokens = wanted ?? record.overrides?.context_window_size ?? DEFAULT_CONTEXT_TOKENS;
      const format = given ?? recogniseFormat({ name: id, chatTemplate: null });
      const template = chooseTemplate(format, null, new Date(), id);
      return WebllmClient.load(
        {
          modelId: id,
          name: id,
          format,
          template,
          contextTokens,
          record: { ...record, overrides: { ...record.overrides, context_window_size: contextTokens } },
          stops: template.stop,
          ...(onProgress === undefined ? {} : { onProgress }),
        },
        signal,
      );
    },
  });
}
