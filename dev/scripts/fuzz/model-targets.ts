import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { GenerateRequest } from "../../../worker/agent/ports/model-client.ts";
import { toGgufFacts } from "../../../worker/engines/catalog/gguf-facts.ts";
import { GgufFault } from "../../../worker/engines/gguf/gguf-fault.ts";
import { createGgufFile } from "../../../worker/engines/gguf/gguf-file.fixture.ts";
import { readAdapter } from "../../../worker/engines/gguf/read-adapter.ts";
import { readGguf, toByteSource } from "../../../worker/engines/gguf/read-gguf.ts";
import { RemoteClient } from "../../../worker/engines/remote/remote-client.ts";
import { parseWeightList } from "../../../worker/engines/webllm/weight-list.ts";
import { FORMATS } from "../../../worker/formats/dialects/resolve-format.ts";
import { patternToGbnf } from "../../../worker/formats/grammar/pattern-to-gbnf.ts";
import { recogniseFormat } from "../../../worker/formats/recognition/recognise-format.ts";
import { chatmlTemplate } from "../../../worker/formats/templates/chatml-template.ts";
import { chooseTemplate } from "../../../worker/formats/templates/choose-template.ts";
import { FAMILY_TEMPLATES } from "../../../worker/formats/templates/family-templates.ts";
import type { FormatId } from "../../../worker/protocol/model.ts";
import type { RemoteServer } from "../../../worker/protocol/remote-server.ts";
import type { ToolSpec } from "../../../worker/protocol/tool.ts";
import { ROOT } from "../build-app.ts";
import { QWEN_FAMILIES } from "../templates/qwen-templates.ts";
import { type FuzzTarget, toByteTarget, toJsonTarget, toTextTarget } from "./fuzz-target.ts";
import { PATTERN_SEEDS, PATTERN_TOKENS, readOutputs } from "./read-seeds.ts";

const TOOLS: readonly ToolSpec[] = JSON.parse(readFileSync(join(ROOT, "worker/formats/corpus/tools.json"), "utf8"));
const NOW = new Date(0);

const WEIGHT_PIECE = { dataPath: "params_shard_0.bin", nbytes: 512, records: [], md5sum: "0".repeat(32) };
const WEIGHT_LIST = JSON.stringify({
  metadata: { ParamSize: 2 },
  records: [WEIGHT_PIECE, { ...WEIGHT_PIECE, dataPath: "params_shard_1.bin" }],
});

/** What comes from a model, its file or its server. */
export const MODEL_TARGETS: readonly FuzzTarget[] = [
  ...(Object.keys(FORMATS) as FormatId[]).map(toDialectTarget),
  ...(["llama.cpp", "ollama", "openai"] as const).map(toServerTarget),
  toByteTarget("gguf", [await createGguf()], readGgufHeader, { expects: [GgufFault] }),
  toByteTarget("adapter", [toAdapter()], readAdapter, { expects: [GgufFault] }),
  toTextTarget(
    "chat-template",
    {
      seeds: Object.values({ ...QWEN_FAMILIES, ...FAMILY_TEMPLATES }).map(({ source }) => source),
      tokens: [
        ..."{% {%- %} -%} {{ }} for endfor if endif set macro messages message.content loop.index range(99999)".split(
          " ",
        ),
        ..."| tojson trim length join(',') 'x' * 9999 ~ namespace(a=1) raise_exception('x') not in is defined".split(
          " ",
        ),
      ],
    },
    readTemplate,
    { weight: 0.2 },
  ),
  toJsonTarget(
    "weight-list",
    { seeds: [WEIGHT_LIST], tokens: ["records", "nbytes", "dataPath", "../x"] },
    parseWeightList,
  ),
  toTextTarget("pattern-grammar", { seeds: PATTERN_SEEDS, tokens: PATTERN_TOKENS }, (text) => patternToGbnf(text)),
];

function toDialectTarget(id: FormatId): FuzzTarget {
  const outputs = readOutputs(id === "compact" ? "command" : id);
  const tokens = [
    ...FORMATS[id].markers,
    '{"name": "add", "arguments": {',
    "add",
    "toString",
    "```",
    "\\u00e9",
    "<think>",
  ];
  return toTextTarget(`dialect-${id}`, { seeds: outputs, tokens }, (text) => {
    const parser = FORMATS[id].createParser({ tools: TOOLS, reasoningOpen: text.length % 2 === 0 });
    const size = 1 + (text.length % 61);
    for (let at = 0; at < text.length; at += size) parser.push(text.slice(at, at + size));
    parser.end();
  });
}

async function readGgufHeader(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  toGgufFacts(await readGguf(toByteSource(new Blob([bytes]))));
}

function readTemplate(text: string): void {
  const format = recogniseFormat({ chatTemplate: text, name: "x" });
  const { assistantStart } = chooseTemplate(format, text, NOW);
  if (typeof assistantStart !== "string") throw new TypeError("The template has no beginning of an answer.");
}

/** An answer of a server, streamed to a client in pieces that end anywhere. */
function toServerTarget(dialect: RemoteServer["dialect"]): FuzzTarget {
  const events = [
    { content: "Hello", stop: false },
    { content: "", stop: true, stop_type: "limit", timings: { prompt_n: 3, predicted_n: 2 } },
    { response: "Hi", done: false },
    { response: "", done: true, done_reason: "stop", prompt_eval_count: 3, eval_count: 2 },
    { choices: [{ text: "Hi", delta: { content: "Hi" }, finish_reason: null }] },
    { choices: [{ text: "", finish_reason: "length" }], usage: { prompt_tokens: 3, completion_tokens: 2 } },
    { error: { message: "It is too long", code: 400 } },
  ].map((event) => JSON.stringify(event));
  const seeds = [
    `${events.map((event) => `data: ${event}\n\n`).join("")}data: [DONE]\n\n`,
    events.join("\n"),
    `: alive\n\nevent: message\ndata: ${events[0]}\r\n\r\n`,
  ];
  const tokens = ["data: ", "\n\n", "[DONE]", "error: ", '"content":', '"stop":true', '"choices":[', ...events];
  return toTextTarget(`server-${dialect}`, { seeds, tokens }, (text) => askServer(dialect, text), { weight: 0.5 });
}

async function askServer(dialect: RemoteServer["dialect"], answer: string): Promise<void> {
  let isLoaded = false;
  const fetch = (async () => {
    if (isLoaded) return new Response(toStream(answer));
    return Response.json({
      default_generation_settings: { n_ctx: 2048 },
      data: [{ id: "m" }],
      models: [{ name: "m", model: "m" }],
      model_info: { "llama.context_length": 2048 },
      tokens: [1],
      choices: [{ text: "a", finish_reason: "length" }],
    });
  }) as typeof globalThis.fetch;
  const loaded = await RemoteClient.load(
    {
      modelId: "remote",
      server: { dialect, url: "http://127.0.0.1:9", model: "m" },
      toTemplate: () => chatmlTemplate,
      fetch,
      origin: "https://alcove.example",
    },
    new AbortController().signal,
  );
  if (!loaded.ok) throw new Error(`The server was not taken: ${JSON.stringify(loaded.failure)}`);
  isLoaded = true;
  const request: GenerateRequest = {
    prompt: "<|im_start|>user\nhi<|im_end|>\n<|im_start|>assistant\n",
    constraint: null,
    stop: [],
    maxTokens: 64,
    temperature: 0,
    signal: new AbortController().signal,
  };
  for await (const event of loaded.value.generate(request)) if (event.type === "failure") return;
}

function toStream(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  const size = 1 + (bytes.length % 97);
  let at = 0;
  return new ReadableStream({
    pull: (controller) => {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + size));
      at += size;
    },
  });
}

async function createGguf(): Promise<Uint8Array> {
  const tensor = { name: "token_embd.weight", shape: [32, 4], type: 0, data: new Uint8Array(512) };
  const quantised = { name: "output.weight", shape: [32, 4], type: 2, data: new Uint8Array(72) };
  return new Uint8Array(await createGgufFile([tensor, quantised]).arrayBuffer());
}

function toAdapter(): Uint8Array {
  const header = JSON.stringify({
    version: 1,
    base: "0".repeat(64),
    rank: 2,
    tensors: [{ name: "blk.0.attn_q.weight", inputs: 4, outputs: 4, offset: 0 }],
  });
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length);
  return Buffer.concat([Buffer.from("ALCADAPT"), length, Buffer.from(header), Buffer.alloc(64, 3)]);
}
