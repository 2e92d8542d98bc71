import { toLlamaSampling } from "../../agent/ports/full-sampling.ts";
import { recogniseFormat } from "../../formats/recognition/recognise-format.ts";
import type { JsonObject } from "../../protocol/json.ts";
import { toGbnfFields } from "../generation/gbnf-fields.ts";
import { dropStartToken } from "../gguf/start-token.ts";
import type { ServerAdapter } from "./server-dialect.ts";
import { isContextFault, isObject } from "./server-link.ts";

/**
 * llama.cpp's own interface (https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md): verbatim prompts,
 * grammars, and the timings of each generation.
 */
export const llamaCppAdapter: ServerAdapter = {
  probe: async (link, model, signal) => {
    // A server with several models describes the named one.
    const query = model === "" ? "" : `?model=${encodeURIComponent(model)}`;
    const props = await link.ask({ path: `/props${query}` }, signal);
    if (!props.ok) return props;
    const { default_generation_settings: settings, chat_template: template, model_alias: alias } = props.value;
    const context = isObject(settings) ? settings.n_ctx : undefined;
    if (typeof context !== "number" || context <= 0) {
      return { ok: false, failure: { code: "remote-broken", detail: "the server did not tell its context's size" } };
    }
    const chatTemplate = typeof template === "string" && template !== "" ? template : null;
    const name = model === "" && typeof alias === "string" ? alias : model;
    const [plain, special] = await Promise.all(
      [false, true].map((add_special) => link.ask({ path: "/tokenize", body: { content: "a", add_special } }, signal)),
    );
    return {
      ok: true,
      value: {
        name,
        contextTokens: context,
        format: recogniseFormat({ chatTemplate, name }),
        chatTemplate,
        constraint: "gbnf",
        prompts: "raw",
        addsStartToken:
          plain?.ok === true &&
          special?.ok === true &&
          countList(special.value.tokens) > Math.max(0, countList(plain.value.tokens)),
      },
    };
  },

  toCall: (model, request, constraint) => ({
    path: "/completion",
    body: {
      ...(model.name === "" ? {} : { model: model.name }),
      prompt: model.addsStartToken ? dropStartToken(request.prompt) : request.prompt,
      n_predict: request.maxTokens,
      ...toLlamaSampling(request),
      stop: [...request.stop],
      cache_prompt: true,
      stream: true,
      return_progress: true,
      ...toGbnfFields(constraint),
    },
  }),

  readPiece: (value) => {
    const {
      content,
      stop,
      stop_type: stopType,
      stopping_word: word,
      prompt_progress: progress,
      timings,
      error,
    } = value;
    if (isObject(error)) {
      const detail = String(error.message);
      return { failure: { code: isContextFault(detail) ? "context-full" : "remote-broken", detail } };
    }
    return {
      ...(typeof content === "string" ? { text: content } : {}),
      ...(isObject(progress) ? { progress: toProgress(progress) } : {}),
      ...(stop === true ? { finishReason: stopType === "limit" ? "length" : "stop", last: true } : {}),
      ...(stopType === "word" && typeof word === "string" ? { stop: word } : {}),
      ...(isObject(timings) ? { usage: toUsage(timings) } : {}),
    };
  },

  toCount: (_model, text) => ({ path: "/tokenize", body: { content: text } }),
  readCount: ({ tokens }) => (Array.isArray(tokens) ? tokens.length : null),
};

function toProgress(progress: JsonObject): { readonly done: number; readonly total: number } {
  const [processed = 0, cache = 0, total = 0] = [progress.processed, progress.cache, progress.total].map(Number);
  return { done: processed - cache, total: total - cache };
}

function toUsage(timings: JsonObject) {
  return {
    promptTokens: Number(timings.prompt_n),
    cachedTokens: Number(timings.cache_n ?? 0),
    completionTokens: Number(timings.predicted_n),
    prefillMs: Math.round(Number(timings.prompt_ms)),
    decodeMs: Math.round(Number(timings.predicted_ms)),
  };
}

function countList(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}
