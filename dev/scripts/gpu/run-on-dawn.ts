import { readFileSync } from "node:fs";
import { BlobWorker } from "./blob-worker.ts";

// Run by Node 26: answers one request in JSON, {"dawn","wllama","file","gpu","prompt","tokens","grammar"?}, with the text that
// the wllama of this app writes, on the GPU through Dawn or on the processor, and the work that the GPU did.
interface DawnRequest {
  /** Folders of the packages `webgpu` and `@wllama/wllama`. */
  readonly dawn: string;
  readonly wllama: string;
  readonly file: string;
  readonly gpu: boolean;
  readonly prompt: string;
  readonly tokens: number;
  readonly grammar?: string;
}

interface Dawn {
  readonly globals: Readonly<Record<string, unknown>>;
  create(options: readonly string[]): unknown;
}

interface Wllama {
  setCompat(compat: null): void;
  loadModel(files: readonly Blob[], parameters: object): Promise<void>;
  getLoadedContextInfo(): { readonly success?: boolean };
  createCompletion(request: object): Promise<{ readonly choices: readonly { readonly text: string }[] }>;
}

interface WllamaModule {
  readonly Wllama: new (wasm: object, options: object) => Wllama;
}

interface DispatchingPass {
  dispatchWorkgroups(...counts: readonly number[]): void;
}

const WASM_URL = "http://localhost/wllama.wasm";
const request: DawnRequest = JSON.parse(process.argv[2] ?? "{}");
const dawn: Dawn = await import(`${request.dawn}/index.js`);
let dispatches = 0;
setUpBrowser(request, dawn);
const log: string[] = [];
const note = (...parts: readonly unknown[]): void => void log.push(parts.map(String).join(" "));
const { Wllama }: WllamaModule = await import(`${request.wllama}/esm/index.js`);
const logger = { debug: note, log: note, warn: note, error: note };
const wllama = new Wllama({ default: WASM_URL }, { cacheManager: {}, modelManager: {}, logger });
wllama.setCompat(null);
const shape = { n_ctx: 2048, n_batch: 128, n_ubatch: 128, n_parallel: 1, n_threads: 1, warmup: false };
await wllama.loadModel([new Blob([readFileSync(request.file)])], { ...shape, n_gpu_layers: request.gpu ? 999 : 0 });
process.on("uncaughtException", (error) => {
  process.stderr.write(`${String(error)}\n${log.slice(-12).join("\n")}\n`);
  process.exit(1);
});
if (wllama.getLoadedContextInfo().success !== true) throw new Error(log.slice(-12).join("\n"));
const { prompt, tokens, grammar } = request;
const greedy = { max_tokens: tokens, temperature: 0, top_k: 1, seed: 1 };
const answer = await wllama.createCompletion({ prompt, ...greedy, ...(grammar === undefined ? {} : { grammar }) });
const layers = log.map((line) => /offloaded (\d+)\/\d+ layers/.exec(line)?.[1]).find((count) => count !== undefined);
process.stdout.write(
  `${JSON.stringify({ text: answer.choices[0]?.text ?? "", dispatches, layers: Number(layers ?? 0) })}\n`,
);
process.exit(0);

/** Makes this process look like a page to wllama 3.8.1: a GPU or none, its wasm by address, and workers from blobs. */
function setUpBrowser({ gpu, wllama: folder }: DawnRequest, { globals, create }: Dawn): void {
  Object.assign(globalThis, globals);
  const adapters = gpu ? create(["backend=vulkan"]) : { requestAdapter: async () => null };
  Object.defineProperty(globalThis.navigator, "gpu", { value: adapters, configurable: true });
  countDispatches(globals);
  // Its glue decides by these that it runs in a browser's worker.
  Object.assign(process, { type: "renderer" });
  const location = { href: "http://localhost/" };
  Object.assign(globalThis, { self: globalThis, WorkerGlobalScope: class {}, location, Worker: BlobWorker });
  const wasm = readFileSync(`${folder}/esm/wasm/wllama.wasm`);
  const headers = { "content-type": "application/wasm" };
  Object.assign(globalThis, { fetch: async () => new Response(wasm, { headers }) });
}

function countDispatches({ GPUComputePassEncoder }: Dawn["globals"]): void {
  const { prototype } = GPUComputePassEncoder as { readonly prototype: DispatchingPass };
  const original = prototype.dispatchWorkgroups;
  prototype.dispatchWorkgroups = function count(...counts) {
    dispatches += 1;
    original.apply(this, [...counts]);
  };
}
