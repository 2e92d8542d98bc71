/** Runs in the page: loads a library into WebLLM and drives it, both through its API and one forward at a time. */
import { type ChatCompletionMessageParam, type ChatCompletionRequestNonStreaming, MLCEngine } from "@mlc-ai/web-llm";

interface GpuTensor {
  view(shape: number[]): GpuTensor;
  copyFrom(data: ArrayLike<number> | GpuTensor): GpuTensor;
  toArray(): Float32Array | Int32Array;
}
interface Runtime {
  beginScope(): void;
  endScope(): void;
  empty(shape: number[], dtype: string, device: unknown): GpuTensor;
  makeShapeTuple(shape: number[]): unknown;
  cpu(): unknown;
}
interface Device {
  sync(): Promise<void>;
}
type Forward = (x: GpuTensor, cache: unknown, params: unknown) => { get(index: number): GpuTensor };
/** The part of WebLLM 0.2.86's LLMChatPipeline that the checks reach into; private there, so only used in tests. */
interface Pipeline {
  tvm: Runtime;
  device: Device;
  params: unknown;
  kvCache: unknown;
  embed(ids: GpuTensor, params: unknown): GpuTensor;
  prefill: Forward;
  decoding: Forward;
  resetKVCache(): void;
  fKVCacheBeginForward(cache: unknown, sequences: unknown, lengths: unknown): void;
  fKVCacheEndForward(cache: unknown): void;
  fargsortProbs(chances: GpuTensor): { get(index: number): GpuTensor };
  fsampleWithTopP(...all: GpuTensor[]): GpuTensor;
  fsoftmaxWithTemperature(logits: GpuTensor, temperature: GpuTensor): GpuTensor;
  fapplyBitmask(...all: GpuTensor[]): void;
  fapplyPenalty(...all: GpuTensor[]): void;
  fapplyLogitBias(...all: GpuTensor[]): void;
}

export interface Shader {
  name: string;
  code: string;
  messages: string[];
}
export interface Recorded {
  name: string;
  calls: number;
  milliseconds: number;
  grid: string;
}
export interface Answer {
  text: string;
  finish: string;
  milliseconds: number;
  promptTokens: number;
  completionTokens: number;
  prefillRate: number;
  decodeRate: number;
}
export interface Rig {
  load(model: string, library: string, context: number): Promise<{ milliseconds: number; shaders: Shader[] }>;
  ask(messages: ChatCompletionMessageParam[], options: Partial<ChatCompletionRequestNonStreaming>): Promise<Answer>;
  /** Logits after each part, the cache being empty before the first. */
  forward(parts: number[][]): Promise<number[][]>;
  greedy(ids: number[], count: number): Promise<{ tokens: number[]; milliseconds: number[] }>;
  softmax(logits: number[], temperature: number): Promise<number[]>;
  sample(chances: number[], topP: number, uniforms: number[]): Promise<number[]>;
  adjust(
    logits: number[],
    mask: number[],
    penalties: { ids: number[]; counts: number[]; values: [number, number, number] },
    bias: { ids: number[]; values: number[] },
  ): Promise<number[]>;
  /** Times each kernel of one forward of `ids` after a cache of `held` tokens. */
  profile(held: number[], ids: number[]): Promise<{ whole: number; kernels: Recorded[] }>;
}
declare global {
  interface Window {
    rig: Rig;
  }
}

const shaders: Shader[] = [];
const names = new WeakMap<GPUComputePipeline, string>();
const createModule = GPUDevice.prototype.createShaderModule;
GPUDevice.prototype.createShaderModule = function (descriptor) {
  const module = createModule.call(this, descriptor);
  const shader: Shader = { name: descriptor.label ?? "", code: descriptor.code, messages: [] };
  shaders.push(shader);
  void module.getCompilationInfo().then((info) => {
    shader.messages = info.messages.map((each) => `${each.type} ${each.lineNum}: ${each.message}`);
  });
  return module;
};
let gpu: GPUDevice | undefined;
const createPipeline = GPUDevice.prototype.createComputePipelineAsync;
GPUDevice.prototype.createComputePipelineAsync = async function (descriptor) {
  gpu = this;
  const pipeline = await createPipeline.call(this, descriptor);
  names.set(pipeline, descriptor.compute.entryPoint ?? "");
  return pipeline;
};
interface Dispatch {
  pipeline: GPUComputePipeline;
  group: GPUBindGroup;
  grid: number[];
}
let dispatches: Dispatch[] | undefined;
const current = new WeakMap<GPUComputePassEncoder, { pipeline?: GPUComputePipeline; group?: GPUBindGroup }>();
const pass = GPUComputePassEncoder.prototype;
const { setPipeline, dispatchWorkgroups } = pass;
const setBindGroup = pass.setBindGroup as (this: GPUComputePassEncoder, index: number, group: GPUBindGroup | null) => undefined;
pass.setPipeline = function (pipeline) {
  current.set(this, { ...current.get(this), pipeline });
  setPipeline.call(this, pipeline);
};
pass.setBindGroup = function (this: GPUComputePassEncoder, index: number, group: GPUBindGroup | null) {
  if (group !== null) current.set(this, { ...current.get(this), group });
  setBindGroup.call(this, index, group);
} as typeof pass.setBindGroup;
pass.dispatchWorkgroups = function (this: GPUComputePassEncoder, x: number, y?: number, z?: number) {
  const state = current.get(this);
  if (dispatches !== undefined && state?.pipeline !== undefined && state.group !== undefined)
    dispatches.push({ pipeline: state.pipeline, group: state.group, grid: [x, y ?? 1, z ?? 1] });
  dispatchWorkgroups.call(this, x, y, z);
};

// WebLLM drops what the library says on stdout and stderr, and with it every C++ error; here the console gets it.
const instantiate = WebAssembly.instantiate;
const listening = async (source: BufferSource, imports?: WebAssembly.Imports) => {
  const wasi = imports?.["wasi_snapshot_preview1"];
  let memory: WebAssembly.Memory | undefined;
  if (imports === undefined || wasi === undefined || imports["env"]?.["TVMFFIWasmSafeCall"] === undefined)
    return instantiate(source, imports);
  const heard = {
    ...wasi,
    fd_write(_file: number, vectors: number, count: number, written: number): number {
      if (memory === undefined) return 0;
      const view = new DataView(memory.buffer);
      let [text, total] = ["", 0];
      for (let index = 0; index < count; index++) {
        const start = view.getUint32(vectors + 8 * index, true);
        const length = view.getUint32(vectors + 8 * index + 4, true);
        text += new TextDecoder().decode(new Uint8Array(memory.buffer, start, length));
        total += length;
      }
      view.setUint32(written, total, true);
      if (text.trim() !== "") console.error(text.trim());
      return 0;
    },
    proc_exit(code: number): never {
      throw new Error(`the library ended with code ${code}`);
    },
  };
  const made = await instantiate(source, { ...imports, wasi_snapshot_preview1: heard });
  memory = made.instance.exports["memory"] as WebAssembly.Memory;
  return made;
};
WebAssembly.instantiate = listening as typeof instantiate;

let engine: MLCEngine | undefined;
let pipeline: Pipeline | undefined;
let vocabulary = 0;
function loaded(): { engine: MLCEngine; pipeline: Pipeline } {
  if (engine === undefined || pipeline === undefined) throw new Error("nothing is loaded");
  return { engine, pipeline };
}

async function read(p: Pipeline, tensor: GpuTensor, shape: number[], dtype: string): Promise<number[]> {
  const host = p.tvm.empty(shape, dtype, p.tvm.cpu());
  host.copyFrom(tensor);
  await p.device.sync();
  return Array.from(host.toArray());
}

function step(p: Pipeline, ids: number[]): GpuTensor {
  const tokens = p.tvm.empty([ids.length], "int32", p.device).copyFrom(ids);
  const embedded = p.embed(tokens, p.params) as GpuTensor & { shape: number[] };
  p.fKVCacheBeginForward(p.kvCache, p.tvm.makeShapeTuple([0]), p.tvm.makeShapeTuple([ids.length]));
  const forward = ids.length === 1 ? p.decoding : p.prefill;
  const result = forward(embedded.view([1, ...embedded.shape]), p.kvCache, p.params);
  p.fKVCacheEndForward(p.kvCache);
  return result.get(0);
}

window.rig = {
  async load(model, library, context) {
    const begin = performance.now();
    shaders.length = 0;
    engine = new MLCEngine({
      appConfig: {
        model_list: [
          { model: location.origin + model, model_id: "m", model_lib: location.origin + library, overrides: { context_window_size: context } },
        ],
        cacheBackend: "indexeddb",
      },
    });
    await engine.reload("m");
    pipeline = (engine as unknown as { loadedModelIdToPipeline: Map<string, Pipeline> }).loadedModelIdToPipeline.get("m");
    const config = (await (await fetch(`${model}mlc-chat-config.json`)).json()) as { vocab_size: number };
    vocabulary = config.vocab_size;
    return { milliseconds: performance.now() - begin, shaders };
  },
  async ask(messages, options) {
    const begin = performance.now();
    const reply = await loaded().engine.chat.completions.create({ messages, temperature: 0, max_tokens: 48, ...options, stream: false });
    const [choice, usage] = [reply.choices[0], reply.usage];
    return {
      text: choice?.message.content ?? "",
      finish: choice?.finish_reason ?? "",
      milliseconds: performance.now() - begin,
      promptTokens: usage?.prompt_tokens ?? -1,
      completionTokens: usage?.completion_tokens ?? -1,
      prefillRate: usage?.extra.prefill_tokens_per_s ?? -1,
      decodeRate: usage?.extra.decode_tokens_per_s ?? -1,
    };
  },
  async forward(parts) {
    const p = loaded().pipeline;
    p.resetKVCache();
    const all: number[][] = [];
    for (const ids of parts) {
      p.tvm.beginScope();
      all.push(await read(p, step(p, ids), [1, 1, vocabulary], "float32"));
      p.tvm.endScope();
    }
    p.resetKVCache();
    return all;
  },
  async greedy(ids, count) {
    const p = loaded().pipeline;
    p.resetKVCache();
    const [tokens, milliseconds]: [number[], number[]] = [[], []];
    let next = ids;
    for (let made = 0; made < count; made++) {
      const begin = performance.now();
      p.tvm.beginScope();
      const logits = await read(p, step(p, next), [1, 1, vocabulary], "float32");
      p.tvm.endScope();
      milliseconds.push(performance.now() - begin);
      next = [logits.reduce((best, value, index) => (value > (logits[best] ?? 0) ? index : best), 0)];
      tokens.push(...next);
    }
    p.resetKVCache();
    return { tokens, milliseconds };
  },
  async softmax(logits, temperature) {
    const p = loaded().pipeline;
    p.tvm.beginScope();
    const x = p.tvm.empty([1, 1, vocabulary], "float32", p.device).copyFrom(logits);
    const y = p.fsoftmaxWithTemperature(x, p.tvm.empty([1], "float32", p.device).copyFrom([temperature]));
    const all = await read(p, y, [1, 1, vocabulary], "float32");
    p.tvm.endScope();
    return all;
  },
  async sample(chances, topP, uniforms) {
    const p = loaded().pipeline;
    const picked: number[] = [];
    for (const uniform of uniforms) {
      p.tvm.beginScope();
      const one = (dtype: string, value: number) => p.tvm.empty([1], dtype, p.device).copyFrom([value]);
      const sorted = p.fargsortProbs(p.tvm.empty([1, vocabulary], "float32", p.device).copyFrom(chances));
      const token = p.fsampleWithTopP(sorted.get(0), sorted.get(1), one("float32", uniform), one("int32", 0), one("float32", topP));
      picked.push(...(await read(p, token, [1], "int32")));
      p.tvm.endScope();
    }
    return picked;
  },
  async adjust(logits, mask, penalties, bias) {
    const p = loaded().pipeline;
    p.tvm.beginScope();
    const put = (dtype: string, values: number[], shape = [values.length]) => p.tvm.empty(shape, dtype, p.device).copyFrom(values);
    const x = put("float32", logits, [1, vocabulary]);
    const row = put("int32", [0]);
    p.fapplyBitmask(x, row, put("int32", mask, [1, mask.length]));
    const places = put("int32", penalties.ids.map(() => 0));
    p.fapplyPenalty(x, row, places, put("int32", penalties.ids), put("int32", penalties.counts), put("float32", penalties.values, [1, 3]));
    p.fapplyLogitBias(x, put("int32", bias.ids.map(() => 0)), put("int32", bias.ids), put("float32", bias.values));
    const all = await read(p, x, [1, vocabulary], "float32");
    p.tvm.endScope();
    return all;
  },
  async profile(held, ids) {
    const p = loaded().pipeline;
    const once = async () => {
      p.resetKVCache();
      p.tvm.beginScope();
      if (held.length > 0) await read(p, step(p, held), [1, 1, vocabulary], "float32");
      p.tvm.endScope();
      p.tvm.beginScope();
      const begin = performance.now();
      dispatches = [];
      await read(p, step(p, ids), [1, 1, vocabulary], "float32");
      const time = performance.now() - begin;
      const seen = dispatches;
      dispatches = undefined;
      p.tvm.endScope();
      return { time, seen };
    };
    await once();
    const { time: whole, seen } = await once();
    const device = gpu;
    if (device === undefined) throw new Error("no device was seen");
    const kinds = new Map<string, { calls: number; first: Dispatch }>();
    for (const each of seen) {
      const name = names.get(each.pipeline) ?? "?";
      const kind = kinds.get(name);
      if (kind === undefined) kinds.set(name, { calls: 1, first: each });
      else kind.calls++;
    }
    const kernels: Recorded[] = [];
    for (const [name, { calls, first }] of kinds) {
      const run = async (count: number) => {
        const encoder = device.createCommandEncoder();
        for (let index = 0; index < count; index++) {
          const one = encoder.beginComputePass();
          setPipeline.call(one, first.pipeline);
          setBindGroup.call(one, 0, first.group);
          dispatchWorkgroups.call(one, first.grid[0] ?? 1, first.grid[1], first.grid[2]);
          one.end();
        }
        const begin = performance.now();
        device.queue.submit([encoder.finish()]);
        await device.queue.onSubmittedWorkDone();
        return performance.now() - begin;
      };
      await run(1);
      const times = [await run(4), await run(4), await run(4)].map((each) => each / 4);
      kernels.push({ name, calls, milliseconds: Math.min(...times), grid: first.grid.join("x") });
    }
    p.resetKVCache();
    kernels.sort((a, b) => b.calls * b.milliseconds - a.calls * a.milliseconds);
    return { whole, kernels };
  },
};
document.title = "ready";
