import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { GbnfRules } from "../../worker/formats/grammar/json-schema-to-gbnf.ts";
import { chatmlTemplate } from "../../worker/formats/templates/chatml-template.ts";
import type { JsonSchema } from "../../worker/protocol/json.ts";
import { GrammarFault, type LlamaEvent, type LlamaModel, type LlamaRequest } from "./llama-model.ts";

/** How a model server of the tests behaves. */
export interface ModelServerOptions {
  /** Absent takes any free one. */
  readonly port?: number;
  /** Origins that may read its answers; `*` by default. */
  readonly allowOrigin?: string | null;
  readonly apiKey?: string;
  /** Paths that it does not have. */
  readonly lacks?: readonly string[];
}

/** A model server under test. */
export interface ModelServer {
  readonly url: string;
  /** What it was asked, as `METHOD path`, and what stood in the bodies. */
  readonly heard: readonly { readonly call: string; readonly body: string }[];
  /** What it has written last. */
  readonly said: () => string;
  close(): Promise<void>;
}

type Body = Record<string, unknown>;
/** Puts one event into the words of an interface. */
type Wording = (event: LlamaEvent) => readonly string[];

const MODEL = "starter";
const NANOSECONDS = 1e6;

/**
 * Serves a model of llama.cpp's in three interfaces: llama.cpp's own, OpenAI's, and Ollama's, each as far as a chat
 * needs it.
 */
export async function startModelServer(model: LlamaModel, options: ModelServerOptions = {}): Promise<ModelServer> {
  const heard: { call: string; body: string }[] = [];
  let said = "";
  const speaking: LlamaModel = {
    contextTokens: model.contextTokens,
    tokenize: (text) => model.tokenize(text),
    close: () => model.close(),
    async *generate(asked) {
      said = "";
      for await (const event of model.generate(asked)) {
        if (event.type === "text") said += event.text;
        yield event;
      }
    },
  };
  const server = createServer((request, response) => {
    void answer(speaking, options, request, response, heard).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500);
      response.end(JSON.stringify({ error: { message: String(error) } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    said: () => said,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  model: LlamaModel,
  { allowOrigin = "*", apiKey, lacks = [] }: ModelServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
  heard: { call: string; body: string }[],
): Promise<void> {
  const path = new URL(request.url ?? "/", "http://localhost").pathname;
  if (allowOrigin !== null) {
    response.setHeader("Access-Control-Allow-Origin", allowOrigin);
    response.setHeader("Access-Control-Allow-Headers", "content-type, authorization");
  }
  if (request.method === "OPTIONS") return void response.writeHead(204).end();
  let text = "";
  for await (const chunk of request) text += String(chunk);
  heard.push({ call: `${request.method} ${path}`, body: text });
  const refuse = (status: number, message: string): void => {
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify({ error: { message } }));
  };
  if (apiKey !== undefined && request.headers.authorization !== `Bearer ${apiKey}`)
    return refuse(401, "Invalid API Key");
  if (lacks.includes(path)) return refuse(404, "File Not Found");
  const body = (text === "" ? {} : JSON.parse(text)) as Body;
  const send = (value: unknown): void => {
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(value));
  };
  if (typeof body.model === "string" && body.model !== MODEL) return refuse(404, `model '${body.model}' not found`);
  const generate = (asked: Omit<LlamaRequest, "signal">, wording: Wording): Promise<void> =>
    stream(model, asked, wording, request, response, refuse);

  switch (path) {
    case "/props":
      return send({ default_generation_settings: { n_ctx: model.contextTokens }, model_alias: MODEL });
    case "/tokenize":
      return send({ tokens: [...model.tokenize(String(body.content))] });
    case "/completion":
      return generate(toRequest(body, String(body.prompt), Number(body.n_predict)), toLlamaWords);
    case "/v1/models":
      return send({ data: [{ id: MODEL, meta: { n_ctx: model.contextTokens } }] });
    case "/v1/completions": {
      const asked = toRequest(body, String(body.prompt), Number(body.max_tokens));
      if (body.stream === true) return generate(asked, toOpenaiWords("text"));
      for await (const _ of model.generate({ ...asked, signal: new AbortController().signal }));
      return send({ choices: [{ text: "" }] });
    }
    case "/v1/chat/completions": {
      const asked = toRequest(body, toPrompt(body.messages), Number(body.max_tokens));
      if (body.stream === true) return generate(asked, toOpenaiWords("chat"));
      for await (const _ of model.generate({ ...asked, signal: new AbortController().signal }));
      return send({ choices: [{ message: { role: "assistant", content: "" } }] });
    }
    case "/api/tags":
      return send({ models: [{ name: MODEL }] });
    case "/api/show":
      return send({
        template: "{{ range .Messages }}<|im_start|>{{ .Role }}\n{{ .Content }}<|im_end|>\n{{ end }}",
        model_info: { "general.architecture": "llama", "llama.context_length": model.contextTokens },
      });
    case "/api/generate": {
      const options: Body = { ...(body.options as Body), format: body.format };
      return generate(toRequest(options, String(body.prompt), Number(options.num_predict)), toOllamaWords);
    }
    default:
      return refuse(404, "File Not Found");
  }
}

async function stream(
  model: LlamaModel,
  asked: Omit<LlamaRequest, "signal">,
  wording: Wording,
  request: IncomingMessage,
  response: ServerResponse,
  refuse: (status: number, message: string) => void,
): Promise<void> {
  const size = model.tokenize(asked.prompt).length;
  if (size >= model.contextTokens) {
    return refuse(400, `request (${size} tokens) exceeds the available context size (${model.contextTokens} tokens)`);
  }
  const cancel = new AbortController();
  response.on("close", () => cancel.abort());
  request.on("aborted", () => cancel.abort());
  try {
    for await (const event of model.generate({ ...asked, signal: cancel.signal })) {
      if (!response.headersSent) response.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders();
      for (const line of wording(event)) response.write(line);
    }
  } catch (error) {
    if (error instanceof GrammarFault) return refuse(400, `failed to parse grammar: ${error.message}`);
    throw error;
  }
  response.end();
}

function toRequest(body: Body, prompt: string, maxTokens: number): Omit<LlamaRequest, "signal"> {
  const triggers = (body.grammar_triggers ?? []) as readonly { readonly value: string }[];
  const format = body.format ?? (body.response_format as Body | undefined)?.json_schema;
  const schema = body.format === undefined ? (format as Body | undefined)?.schema : format;
  return {
    prompt,
    maxTokens: Number.isFinite(maxTokens) ? maxTokens : 256,
    temperature: Number(body.temperature ?? 0),
    seed: typeof body.seed === "number" ? body.seed : undefined,
    stop: (body.stop ?? []) as readonly string[],
    grammar: typeof body.grammar === "string" ? body.grammar : schema === undefined ? undefined : toGrammar(schema),
    triggers: triggers.map(({ value }) => value),
  };
}

function toGrammar(schema: unknown): string {
  const rules = new GbnfRules();
  return rules.toGrammar(rules.addSchema(schema as JsonSchema));
}

function toPrompt(messages: unknown): string {
  const rendered = (messages as readonly { readonly role: string; readonly content: string }[]).map(
    ({ role, content }) => `<|im_start|>${role}\n${content}<|im_end|>\n`,
  );
  return rendered.join("") + chatmlTemplate.assistantStart;
}

const toEvent = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;

function toLlamaWords(event: LlamaEvent): readonly string[] {
  switch (event.type) {
    case "progress": {
      const { processed, cached: cache, total } = event;
      return [toEvent({ content: "", stop: false, prompt_progress: { processed, cache, total } })];
    }
    case "text":
      return [toEvent({ content: event.text, stop: false })];
    case "end":
      return [
        toEvent({
          content: "",
          stop: true,
          stop_type: event.reason === "length" ? "limit" : "eos",
          timings: {
            cache_n: event.cached,
            prompt_n: event.computed,
            prompt_ms: event.promptMs,
            predicted_n: event.completion,
            predicted_ms: event.completionMs,
          },
        }),
      ];
  }
}

function toOpenaiWords(kind: "text" | "chat"): Wording {
  const toChoice = (text: string, reason: string | null): Body => ({
    ...(kind === "chat" ? { delta: text === "" ? {} : { content: text } } : { text }),
    finish_reason: reason,
  });
  return (event) => {
    switch (event.type) {
      case "progress":
        return event.processed < event.total ? [": still reading\n\n"] : [];
      case "text":
        return [toEvent({ choices: [toChoice(event.text, null)] })];
      case "end":
        return [
          toEvent({ choices: [toChoice("", event.reason)] }),
          toEvent({
            choices: [],
            usage: {
              prompt_tokens: event.computed + event.cached,
              completion_tokens: event.completion,
              prompt_tokens_details: { cached_tokens: event.cached },
            },
          }),
          "data: [DONE]\n\n",
        ];
    }
  };
}

function toOllamaWords(event: LlamaEvent): readonly string[] {
  const toLine = (value: Body): string => `${JSON.stringify({ model: MODEL, ...value })}\n`;
  switch (event.type) {
    case "progress":
      return [];
    case "text":
      return [toLine({ response: event.text, done: false })];
    case "end":
      return [
        toLine({
          response: "",
          done: true,
          done_reason: event.reason,
          prompt_eval_count: event.computed + event.cached,
          prompt_eval_duration: Math.round(event.promptMs * NANOSECONDS),
          eval_count: event.completion,
          eval_duration: Math.round(event.completionMs * NANOSECONDS),
        }),
      ];
  }
}
