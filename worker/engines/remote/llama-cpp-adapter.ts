import { recogniseFormat } from "../../formats/recognition/recognise-format.ts";
import { failed } from "../../protocol/failure.ts";
import { isJsonObject } from "../../protocol/json.ts";
import { fromLlamaProgress, fromLlamaTimings, toLlamaFields } from "../generation/llama-fields.ts";
import type { ServerAdapter } from "./server-dialect.ts";
import { toServerFault } from "./server-link.ts";

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
    const context = isJsonObject(settings) ? settings.n_ctx : undefined;
    if (typeof context !== "number" || context <= 0) {
      return failed("remote-broken", "the server did not tell its context's size");
    }
    const chatTemplate = typeof template === "string" && template !== "" ? template : null;
    const name = model === "" && typeof alias === "string" ? alias : model;
    const [plain = 0, special = 0] = await Promise.all(
      [false, true].map(async (add_special) => {
        const counted = await link.ask({ path: "/tokenize", body: { content: "a", add_special } }, signal);
        return counted.ok && Array.isArray(counted.value.tokens) ? counted.value.tokens.length : 0;
      }),
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
        addsStartToken: plain > 0 && special > plain,
      },
    };
  },

  toCall: (model, request) => ({
    path: "/completion",
    body: {
      ...(model.name === "" ? {} : { model: model.name }),
      n_predict: request.maxTokens,
      stream: true,
      ...toLlamaFields(request, model.addsStartToken),
    },
  }),

  readPiece: (value) => {
    const { content, stop, timings, error } = value;
    const { stop_type: stopType, stopping_word: word, prompt_progress: progress } = value;
    if (isJsonObject(error)) return { failure: toServerFault(String(error.message)) };
    return {
      ...(typeof content === "string" ? { text: content } : {}),
      ...(isJsonObject(progress) ? { progress: fromLlamaProgress(progress) } : {}),
      ...(stop === true ? { finishReason: stopType === "limit" ? "length" : "stop", last: true } : {}),
      ...(stopType === "word" && typeof word === "string" ? { stop: word } : {}),
      ...(isJsonObject(timings) ? { usage: fromLlamaTimings(timings) } : {}),
    };
  },

  toCount: (_model, text) => ({ path: "/tokenize", body: { content: text } }),
  readCount: ({ tokens }) => (Array.isArray(tokens) ? tokens.length : null),
};
