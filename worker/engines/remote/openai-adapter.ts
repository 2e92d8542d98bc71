import { toFullSampling } from "../../agent/ports/full-sampling.ts";
import type { GenerateRequest } from "../../agent/ports/model-client.ts";
import { recogniseFormat } from "../../formats/recognition/recognise-format.ts";
import { defined } from "../../protocol/defined.ts";
import { type Failure, failed, type Result } from "../../protocol/failure.ts";
import { isJsonObject, type JsonObject } from "../../protocol/json.ts";
import type { TurnUsage } from "../../protocol/model.ts";
import { dropStartToken } from "../gguf/start-token.ts";
import { toCallSchema } from "./call-schema.ts";
import { readCallPieces, toNativeRequest } from "./native-calls.ts";
import type { GenerationCall, ServerAdapter, ServerModel } from "./server-dialect.ts";
import { type ServerLink, toServerFault } from "./server-link.ts";
import { splitChatml } from "./split-chatml.ts";

/** Enough for a call, and for a short thought before it. */
const MAX_PROBE_TOKENS = 200;

/** Used when a server does not report it: most models have at least this. */
const DEFAULT_CONTEXT_TOKENS = 8192;

/**
 * OpenAI's interface, as vLLM and many others have it (https://platform.openai.com/docs/api-reference): vLLM gets verbatim
 * prompts through `/v1/completions` and is held to grammars. Any other server that is seen to give calls of its own gets
 * messages and tools through `/v1/chat/completions`: it knows its model's dialect, of which we see the name alone. One that
 * gives none gets verbatim prompts, or messages where it lacks these, and calls are read from the text.
 */
export const openaiAdapter: ServerAdapter = {
  probe: async (link, model, signal) => {
    const listed = await link.ask({ path: "/v1/models" }, signal);
    // Some servers list nothing: the name that the user gave is then taken as it is.
    if (!listed.ok && (model === "" || !isAnswered(listed.failure))) return listed;
    const entries = listed.ok && Array.isArray(listed.value.data) ? listed.value.data.filter(isJsonObject) : [];
    const names = entries.flatMap(({ id }) => (typeof id === "string" ? [id] : []));
    const name = model === "" ? names[0] : model;
    if (name === undefined || (names.length > 0 && !names.includes(name))) {
      return failed("remote-model-missing", `the server has ${names.join(", ") || "no model"}, not ${model}`);
    }
    const entry = entries.find(({ id }) => id === name) ?? {};
    const isVllm = entry.owned_by === "vllm";
    const raw = await takesPrompts(link, name, signal);
    if (!raw.ok) return raw;
    const takesTools = !isVllm && (await givesCalls(link, name, signal));
    const isRaw = raw.value && !takesTools;
    return {
      ok: true,
      value: {
        name,
        contextTokens: readContext(entry) ?? DEFAULT_CONTEXT_TOKENS,
        format: isRaw ? recogniseFormat({ name }) : "chatml",
        chatTemplate: null,
        constraint: isVllm || !isRaw ? "structural-tag" : "none",
        prompts: isRaw ? "raw" : "chat",
        takesTools,
        addsStartToken: !isVllm,
      },
    };
  },

  toCall: (model, request) => (model.prompts === "raw" ? toRawCall(model, request) : toChatCall(model, request)),

  readPiece: (value) => {
    const { choices, usage, timings, error } = value;
    if (isJsonObject(error)) return { failure: toServerFault(String(error.message)) };
    const [choice] = Array.isArray(choices) ? choices.filter(isJsonObject) : [];
    // A server that does not stream sends the whole message.
    const message = isJsonObject(choice?.delta) ? choice.delta : choice?.message;
    const delta = isJsonObject(message) ? message.content : choice?.text;
    const calls = isJsonObject(message) ? readCallPieces(message) : [];
    const { finish_reason: reason, stop_reason: stop } = choice ?? {};
    return {
      ...(calls.length === 0 ? {} : { calls }),
      ...(typeof delta === "string" ? { text: delta } : {}),
      ...(typeof reason === "string" ? { finishReason: reason === "length" ? "length" : "stop" } : {}),
      ...(typeof stop === "string" ? { stop } : {}),
      ...(isJsonObject(usage) ? { usage: toUsage(usage, timings) } : {}),
    };
  },

  // Only vLLM has this path; for other servers the text is not counted.
  toCount: (model, text) =>
    model.addsStartToken
      ? null
      : { path: "/tokenize", body: { model: model.name, prompt: text, add_special_tokens: false } },
  readCount: ({ count }) => (typeof count === "number" ? count : null),
};

/**
 * Requests a single token to learn whether verbatim prompts are accepted, else whether messages are; this also loads the
 * model. A server without one of the two says so in many ways (404, 400, a page), so what counts is a choice of text.
 */
async function takesPrompts(link: ServerLink, model: string, signal: AbortSignal): Promise<Result<boolean>> {
  const common = { model, max_tokens: 1 };
  const raw = await link.ask({ path: "/v1/completions", body: { ...common, prompt: "a", temperature: 0 } }, signal);
  if (raw.ok && hasChoices(raw.value)) return { ok: true, value: true };
  if (!raw.ok && !isAnswered(raw.failure)) return raw;
  const messages = [{ role: "user", content: "a" }];
  const chat = await link.ask({ path: "/v1/chat/completions", body: { ...common, messages } }, signal);
  if (!chat.ok) return chat;
  if (hasChoices(chat.value)) return { ok: true, value: false };
  return failed("remote-broken", "the server has neither /v1/completions nor /v1/chat/completions");
}

const PROBED_TOOL = {
  type: "function",
  function: { name: "ready", description: "Says ready.", parameters: { type: "object", properties: {} } },
};

/** Has the server call a tool. Many accept a list of tools and ignore it; what counts is the call. */
async function givesCalls(link: ServerLink, model: string, signal: AbortSignal): Promise<boolean> {
  const body = {
    model,
    max_tokens: MAX_PROBE_TOKENS,
    messages: [{ role: "user", content: "Call the tool ready." }],
    tools: [PROBED_TOOL],
    tool_choice: "required",
  };
  const answer = await link.ask({ path: "/v1/chat/completions", body }, signal);
  const choices = answer.ok && Array.isArray(answer.value.choices) ? answer.value.choices.filter(isJsonObject) : [];
  const message = choices[0]?.message;
  return isJsonObject(message) && readCallPieces(message).some(({ name }) => name === PROBED_TOOL.function.name);
}

/** Whether the server said anything but that the key is wrong. */
function isAnswered({ code }: Failure): boolean {
  return code !== "remote-unreachable" && code !== "remote-refused" && code !== "cancelled";
}

function hasChoices({ choices }: JsonObject): boolean {
  return Array.isArray(choices) && choices.length > 0;
}

function readContext({ max_model_len: vllm, meta }: JsonObject): number | null {
  const context = typeof vllm === "number" ? vllm : isJsonObject(meta) ? meta.n_ctx : null;
  return typeof context === "number" && context > 0 ? context : null;
}

function toRawCall(model: ServerModel, request: GenerateRequest): GenerationCall {
  const { constraint } = request;
  return {
    path: "/v1/completions",
    body: {
      ...toCommonFields(model, request),
      prompt: model.addsStartToken ? dropStartToken(request.prompt) : request.prompt,
      // vLLM's own fields (https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html).
      ...(model.addsStartToken ? {} : { add_special_tokens: false }),
      ...(constraint === null || model.constraint !== "structural-tag"
        ? {}
        : { structured_outputs: { structural_tag: JSON.stringify(constraint.structuralTag) } }),
    },
  };
}

function toChatCall(model: ServerModel, request: GenerateRequest): GenerationCall | "constraint-rejected" {
  const { constraint } = request;
  const messages = splitChatml(request.prompt);
  const native = model.takesTools === true ? toNativeRequest(messages) : null;
  if (native !== null) {
    return {
      path: "/v1/chat/completions",
      body: {
        ...toCommonFields(model, request),
        messages: [...native.messages],
        tools: [...native.tools],
        tool_choice: constraint?.mode === "forced" ? "required" : "auto",
      },
      names: native.names,
    };
  }
  const call = toCallSchema(constraint);
  if (call === null && constraint?.mode === "forced") return "constraint-rejected";
  const schema = call === null ? null : { name: "call", schema: call.schema, strict: true };
  return {
    path: "/v1/chat/completions",
    body: {
      ...toCommonFields(model, request),
      messages: messages.map((message) => ({ ...message })),
      ...(schema === null ? {} : { response_format: { type: "json_schema", json_schema: schema } }),
    },
    ...(call === null ? {} : { before: call.before, after: call.after }),
  };
}

function toCommonFields(model: ServerModel, request: GenerateRequest): JsonObject {
  return {
    model: model.name,
    max_tokens: request.maxTokens,
    ...toSampling(model, request),
    // The interface accepts four at most; the client itself stops at the others.
    ...(request.stop.length === 0 ? {} : { stop: request.stop.slice(0, 4) }),
    stream: true,
    stream_options: { include_usage: true },
  };
}

/** OpenAI's parameters; vLLM also takes the others, which a strict server of another kind would refuse. */
function toSampling({ addsStartToken }: ServerModel, request: GenerateRequest): JsonObject {
  const { temperature, topP, topK, minP, repetitionPenalty, ...penalties } = toFullSampling(request);
  return {
    temperature,
    top_p: topP,
    presence_penalty: penalties.presencePenalty,
    frequency_penalty: penalties.frequencyPenalty,
    ...(addsStartToken ? {} : { top_k: topK, min_p: minP, repetition_penalty: repetitionPenalty }),
    ...defined({ seed: request.seed }),
  };
}

function toUsage(usage: JsonObject, timings: unknown): Partial<TurnUsage> {
  const { prompt_tokens: prompt, completion_tokens: completion, prompt_tokens_details: details } = usage;
  const cached = isJsonObject(details) && typeof details.cached_tokens === "number" ? details.cached_tokens : 0;
  return {
    ...(typeof prompt === "number" ? { promptTokens: prompt - cached, cachedTokens: cached } : {}),
    ...(typeof completion === "number" ? { completionTokens: completion } : {}),
    ...(isJsonObject(timings) && typeof timings.prompt_ms === "number" && typeof timings.predicted_ms === "number"
      ? { prefillMs: Math.round(timings.prompt_ms), decodeMs: Math.round(timings.predicted_ms) }
      : {}),
  };
}
