import { toLlamaSampling } from "../../agent/ports/full-sampling.ts";
import { recogniseFormat } from "../../formats/recognition/recognise-format.ts";
import { failed } from "../../protocol/failure.ts";
import { isJsonObject, type JsonObject } from "../../protocol/json.ts";
import { dropStartToken } from "../gguf/start-token.ts";
import { toCallSchema } from "./call-schema.ts";
import type { ServerAdapter } from "./server-dialect.ts";
import { toServerFault } from "./server-link.ts";

/** The requested context: current models allow far more, but each token takes memory on the server. */
const WANTED_CONTEXT_TOKENS = 16_384;
const NANOSECONDS = 1e6;

/** Ollama's own interface (https://github.com/ollama/ollama/blob/main/docs/api.md), with verbatim prompts. */
export const ollamaAdapter: ServerAdapter = {
  probe: async (link, model, signal) => {
    const listed = await link.ask({ path: "/api/tags" }, signal);
    if (!listed.ok) return listed;
    const entries = Array.isArray(listed.value.models) ? listed.value.models.filter(isJsonObject) : [];
    const names = entries.flatMap(({ name }) => (typeof name === "string" ? [name] : []));
    const name = names.find((each) => model === "" || each === model || each === `${model}:latest`);
    if (name === undefined) {
      return failed(
        "remote-model-missing",
        `the server has ${names.join(", ") || "no model"}${model === "" ? "" : `, not ${model}`}`,
      );
    }
    const shown = await link.ask({ path: "/api/show", body: { model: name } }, signal);
    if (!shown.ok) return shown;
    const info = isJsonObject(shown.value.model_info) ? shown.value.model_info : {};
    const chatTemplate = info["tokenizer.chat_template"];
    const { template } = shown.value;
    const context = Object.entries(info).find(([key]) => key.endsWith(".context_length"))?.[1];
    return {
      ok: true,
      value: {
        name,
        contextTokens: Math.min(WANTED_CONTEXT_TOKENS, typeof context === "number" ? context : WANTED_CONTEXT_TOKENS),
        format: recogniseFormat({
          name,
          chatTemplate: typeof chatTemplate === "string" ? chatTemplate : null,
          ollamaTemplate: typeof template === "string" ? template : null,
        }),
        chatTemplate: typeof chatTemplate === "string" ? chatTemplate : null,
        constraint: "structural-tag",
        prompts: "raw",
        addsStartToken: true,
      },
    };
  },

  toCall: (model, request) => {
    const call = toCallSchema(request.constraint);
    if (call === null && request.constraint?.mode === "forced") return "constraint-rejected";
    return {
      path: "/api/generate",
      body: {
        model: model.name,
        prompt: dropStartToken(request.prompt) + (call?.before ?? ""),
        raw: true,
        stream: true,
        // Otherwise the beginning of a prompt that is too long is silently dropped.
        truncate: false,
        shift: false,
        options: {
          ...toLlamaSampling(request),
          num_predict: request.maxTokens,
          num_ctx: model.contextTokens,
          stop: [...request.stop],
        },
        ...(call === null ? {} : { format: call.schema }),
      },
      ...(call === null ? {} : { before: call.before, after: call.after }),
    };
  },

  readPiece: (value) => {
    const { response, done, done_reason: reason, error } = value;
    if (typeof error === "string") return { failure: toServerFault(error) };
    return {
      ...(typeof response === "string" ? { text: response } : {}),
      ...(done === true
        ? { finishReason: reason === "length" ? "length" : "stop", usage: toUsage(value), last: true }
        : {}),
    };
  },

  toCount: () => null,
  readCount: () => null,
};

/** It does not report how much of the prompt was cached. */
function toUsage(value: JsonObject) {
  return {
    promptTokens: Number(value.prompt_eval_count ?? 0),
    completionTokens: Number(value.eval_count ?? 0),
    prefillMs: Math.round(Number(value.prompt_eval_duration ?? 0) / NANOSECONDS),
    decodeMs: Math.round(Number(value.eval_duration ?? 0) / NANOSECONDS),
  };
}
