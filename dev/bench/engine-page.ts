import { MLCEngine } from "@mlc-ai/web-llm";
import type { GenerateRequest, ModelClient } from "../../worker/agent/ports/model-client.ts";
import { chooseThreads } from "../../worker/engines/catalog/choose-engine.ts";
import { probeDevice } from "../../worker/engines/catalog/device-facts.ts";
import { STARTER_FILE } from "../../worker/engines/catalog/starter-model.ts";
import { TINY_FILE } from "../../worker/engines/catalog/tiny-model.ts";
import { toByteSource } from "../../worker/engines/gguf/read-gguf.ts";
import { decodeGrowing } from "../../worker/engines/webllm/decode-growing.ts";
import { fetchLibraries, fetchLibraryFile } from "../../worker/engines/webllm/model-libraries.ts";
import { WebllmClient, type WebllmPlan } from "../../worker/engines/webllm/webllm.ts";
import { createBrowserModelCache, toLibraryUrl, toModelFolder } from "../../worker/engines/webllm/webllm-cache.ts";
import { prepareModel } from "../../worker/engines/webllm/webllm-prepare.ts";
import { WllamaClient } from "../../worker/engines/wllama/wllama.ts";
import { loadEngine } from "../../worker/engines/wllama/wllama-engine.ts";
import { WLLAMA_WASM_URL } from "../../worker/engines/wllama/wllama-wasm.ts";
import { chatmlTemplate } from "../../worker/formats/templates/chatml-template.ts";
import { toFloatGguf } from "./gguf-to-floats.ts";

/** What runs: a library of `public/libraries` through WebLLM, or a model through wllama. */
export interface EngineTask {
  readonly engine: "webllm" | "wllama";
  readonly model: "tiny" | "starter";
  /** Of WebLLM's library. */
  readonly kernels?: "flat" | "split";
  /** Characters of prompt, tokens of answer. */
  readonly promptLength: number;
  readonly newTokens: number;
}

/** Rates in tokens a second. */
export interface EngineFigures {
  readonly adapter: string;
  readonly loadSeconds: number;
  readonly promptTokens: number;
  readonly prefillRate: number;
  readonly newTokens: number;
  readonly decodeRate: number;
  /** Processor time of the GPU process for a token read and a token written: what a software adapter computes with. */
  readonly gpuSeconds: { readonly read: number; readonly written: number };
}

declare global {
  interface Window {
    /** Processor time of the GPU process so far, in seconds. */
    readGpuSeconds(): Promise<number>;
  }
}

/** The likeliest token after each token of a text, by both engines. */
export interface Agreement {
  readonly positions: number;
  readonly agreed: number;
  /** Where they differ: the text before, and what each would write next. */
  readonly differences: readonly { readonly after: string; readonly webllm: string; readonly wllama: string }[];
}

const CONTEXT_TOKENS = 2048;
const signal = new AbortController().signal;
const WORDS =
  "the small boat that we saw near the old harbour was painted green and carried nets ropes and lamps ".split(" ");

/** Loads a model and measures it: once briefly, so that everything has run, then for the record. */
export async function measureEngine(task: EngineTask): Promise<EngineFigures> {
  const begin = performance.now();
  const { adapter } = await probeDevice(globalThis);
  const client = await load(task);
  const loadSeconds = (performance.now() - begin) / 1000;
  await run(client, `Warm up. ${WORDS.slice(0, 4).join(" ")}`, 2);
  const { usage, gpuSeconds } = await run(client, toText(task.promptLength), task.newTokens);
  const { promptTokens, prefillMs, completionTokens, decodeMs } = usage;
  await client.dispose();
  return {
    adapter: adapter?.name ?? "none",
    loadSeconds,
    promptTokens,
    prefillRate: (promptTokens * 1000) / prefillMs,
    newTokens: completionTokens,
    // The prompt's last step makes the first token.
    decodeRate: ((completionTokens - 1) * 1000) / decodeMs,
    gpuSeconds: { read: gpuSeconds.read / promptTokens, written: gpuSeconds.written / (completionTokens - 1) },
  };
}

function toText(length: number): string {
  let text = "";
  for (let at = 0; text.length < length; at += 1) text += `${WORDS[(at * 7) % WORDS.length]} `;
  return text.slice(0, length);
}

/** Loads a model as the app does. */
export async function load({
  engine,
  model,
  kernels = "flat",
}: Pick<EngineTask, "engine" | "model" | "kernels">): Promise<ModelClient> {
  const file = await fetchModel(model);
  if (engine === "webllm") {
    const loaded = await WebllmClient.load(await planWebllm(file, kernels), signal);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
    return loaded.value;
  }
  const threads = chooseThreads(await probeDevice(globalThis));
  const loaded = await WllamaClient.load(
    {
      modelId: model,
      files: [file],
      format: "chatml",
      toTemplate: () => chatmlTemplate,
      contextTokens: CONTEXT_TOKENS,
      threads,
      wasmUrl: WLLAMA_WASM_URL,
    },
    signal,
  );
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
  return loaded.value;
}

/** Converts a file for the library of its shape, as the app does. */
async function planWebllm(file: Blob, kernels: "flat" | "split"): Promise<WebllmPlan> {
  const baseUrl = new URL("/", location.href).href;
  const modelId = `bench-${kernels}`;
  const prepared = await prepareModel({
    modelId,
    source: toByteSource(file),
    libraries: await fetchLibraries(baseUrl),
    kernels,
    contextTokens: CONTEXT_TOKENS,
    cache: createBrowserModelCache(caches),
    fetchLibrary: (name) => fetchLibraryFile(baseUrl, name),
    onProgress: () => undefined,
    signal,
  });
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.failure));
  const { library, contextTokens } = prepared.value;
  const record = { model: toModelFolder(modelId), model_id: modelId, model_lib: toLibraryUrl(library.file) };
  return { modelId, record, format: "chatml", template: chatmlTemplate, contextTokens };
}

async function fetchModel(model: EngineTask["model"]): Promise<Blob> {
  const response = await fetch(model === "tiny" ? TINY_FILE.url : `/${STARTER_FILE.path}`);
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
  return response.blob();
}

async function run(client: ModelClient, prompt: string, maxTokens: number) {
  const request: GenerateRequest = { prompt, constraint: null, stop: [], maxTokens, temperature: 0, signal };
  const before = await window.readGpuSeconds();
  let between: number | null = null;
  for await (const event of client.generate(request)) {
    if (event.type === "failure") throw new Error(JSON.stringify(event.failure));
    if (event.type === "text-delta") between ??= await window.readGpuSeconds();
    if (event.type !== "end") continue;
    const after = await window.readGpuSeconds();
    return {
      usage: event.usage,
      gpuSeconds: { read: (between ?? after) - before, written: after - (between ?? after) },
    };
  }
  throw new Error("the generation did not end");
}

/** What is private in WebLLM 0.2.86's pipeline and in its runtime. */
interface Pipeline {
  readonly tokenizer: { encode(text: string): Int32Array; decode(ids: Int32Array): string };
  readonly tvm: {
    beginScope(): void;
    endScope(): void;
    cpu(): unknown;
    empty(
      shape: readonly number[],
      dtype: string,
      device: unknown,
    ): { copyFrom(tensor: unknown): void; toArray(): Float32Array };
  };
  readonly device: { sync(): Promise<void> };
  embedAndForward(
    chunk: readonly (readonly number[])[],
    length: number,
  ): Promise<{ readonly shape: readonly number[] }>;
}

/** The starter in WebLLM, as WebLLM's own engine opens it. */
async function openPipeline(
  file: Blob,
  kernels: "flat" | "split",
): Promise<{ readonly engine: MLCEngine; readonly pipeline: Pipeline }> {
  const plan = await planWebllm(file, kernels);
  const engine = new MLCEngine({ appConfig: { model_list: [plan.record], cacheBackend: "cache" }, logLevel: "SILENT" });
  await engine.reload(plan.record.model_id);
  const { loadedModelIdToPipeline } = engine as unknown as {
    readonly loadedModelIdToPipeline: ReadonlyMap<string, Pipeline>;
  };
  const pipeline = loadedModelIdToPipeline.get(plan.record.model_id);
  if (pipeline === undefined) throw new Error("WebLLM holds no model");
  return { engine, pipeline };
}

/** Milliseconds for decoding a reply at each of its tokens, in all and at the last twenty (a token). */
export interface DecodingFigures {
  readonly tokens: number;
  readonly whole: { readonly total: number; readonly last: number };
  readonly growing: { readonly total: number; readonly last: number };
}

/** Decodes a reply at each of its tokens, whole as WebLLM does and as it grows, with the starter's own tokenizer. */
export async function measureDecoding(tokens: number): Promise<DecodingFigures> {
  const { tokenizer } = (await openPipeline(await fetchModel("starter"), "flat")).pipeline;
  const ids = tokenizer.encode(toText(tokens * 7)).slice(0, tokens);
  if (ids.length < tokens) throw new Error(`the text has only ${ids.length} tokens`);
  const decodeWhole = (part: Int32Array): string => tokenizer.decode(part);
  const decode = decodeGrowing(decodeWhole);
  if (decode(ids) !== decodeWhole(ids)) throw new Error("the two ways differ");
  return { tokens, whole: timeDecoding(ids, decodeWhole), growing: timeDecoding(ids, decodeGrowing(decodeWhole)) };
}

const LAST_TOKENS = 20;

function timeDecoding(ids: Int32Array, decode: (part: Int32Array) => string): DecodingFigures["whole"] {
  const begin = performance.now();
  let lastBegin = begin;
  for (let length = 1; length <= ids.length; length += 1) {
    if (length === ids.length - LAST_TOKENS + 1) lastBegin = performance.now();
    decode(ids.slice(0, length));
  }
  const end = performance.now();
  return { total: Math.round(end - begin), last: (end - lastBegin) / LAST_TOKENS };
}

/**
 * Gives both engines the same text of tokens `from` to `from + positions`, one token after the other, and compares what
 * each holds for the likeliest next one. For WebLLM the weights go through the app's own converter. wllama takes them as
 * they stand in the file, or the same as floats: it rounds activations to 8 bits where weights are quantised.
 */
export async function compareEngines(
  kernels: "flat" | "split",
  text: string,
  from: number,
  positions: number,
  wllamaWeights: "floats" | "file",
): Promise<Agreement> {
  const file = await fetchModel("starter");
  const { engine, pipeline } = await openPipeline(file, kernels);
  const { tokenizer } = pipeline;
  const decode = (tokens: readonly number[]): string => tokenizer.decode(Int32Array.from(tokens));
  const ids = [...tokenizer.encode(text)].slice(from);
  // wllama takes text alone: a text that ends within a word may be other tokens than the whole word's first ones.
  const isWhole = (tokens: readonly number[]): boolean => tokenizer.encode(decode(tokens)).join() === tokens.join();

  const asked: { readonly tokens: readonly number[]; readonly webllm: string }[] = [];
  for (let at = 0; asked.length < positions; at += 1) {
    const id = ids[at];
    if (id === undefined) throw new Error(`the text has only ${asked.length} positions from token ${from} on`);
    const likeliest = await likeliestAfter(pipeline, id);
    const tokens = ids.slice(0, at + 1);
    if (isWhole(tokens)) asked.push({ tokens, webllm: decode([likeliest]) });
  }

  const threads = chooseThreads(await probeDevice(globalThis));
  const loaded = await loadEngine(
    {
      files: [wllamaWeights === "floats" ? await toFloatGguf(file) : file],
      contextTokens: CONTEXT_TOKENS,
      threads,
      wasmUrl: WLLAMA_WASM_URL,
    },
    signal,
    wllamaWeights === "floats" ? { cache_type_k: "f32", cache_type_v: "f32" } : {},
  );
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
  const differences: Agreement["differences"][number][] = [];
  for (const { tokens, webllm } of asked) {
    const prompt = decode(tokens);
    // `top_k` and `cache_prompt` are llama.cpp's own, which wllama's types leave out.
    const fields = { prompt, max_tokens: 1, temperature: 0, top_k: 1, cache_prompt: true };
    const answer = await loaded.value.wllama.createCompletion(fields);
    const read = answer.usage?.prompt_tokens;
    if (read !== tokens.length) throw new Error(`wllama read ${read} tokens where WebLLM read ${tokens.length}`);
    const wllama = answer.choices[0]?.text ?? "";
    if (!isSame(webllm, wllama)) differences.push({ after: prompt.slice(-40), webllm, wllama });
  }
  await loaded.value.wllama.exit();
  await engine.unload();
  return { positions, agreed: positions - differences.length, differences };
}

/** llama.cpp writes no text for a token that ends the answer, nor for a part of a character. */
function isSame(webllm: string, wllama: string): boolean {
  return webllm === wllama || (wllama === "" && /^<\|.*\|>$|\uFFFD/.test(webllm));
}

async function likeliestAfter(pipeline: Pipeline, id: number): Promise<number> {
  const { tvm, device } = pipeline;
  tvm.beginScope();
  try {
    const logits = await pipeline.embedAndForward([[id]], 1);
    const here = tvm.empty(logits.shape, "float32", tvm.cpu());
    here.copyFrom(logits);
    await device.sync();
    return here.toArray().reduce((best, value, at, all) => (value > (all[best] ?? 0) ? at : best), 0);
  } finally {
    tvm.endScope();
  }
}
