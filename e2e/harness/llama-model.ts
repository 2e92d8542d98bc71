import { createRequire } from "node:module";
import { join } from "node:path";
import { StopFilter } from "../../worker/engines/generation/stop-filter.ts";

/** A generation by llama.cpp itself. */
export interface LlamaRequest {
  readonly prompt: string;
  readonly maxTokens: number;
  readonly temperature: number;
  readonly seed?: number | undefined;
  readonly stop: readonly string[];
  readonly grammar?: string | undefined;
  /** Words at which the grammar takes hold; none means from the first token. */
  readonly triggers?: readonly string[];
  /** Added to the logits of a word's tokens. */
  readonly bias?: { readonly word: string; readonly value: number } | undefined;
  /** See `GenerateRequest.beside`. */
  readonly beside?: boolean | undefined;
  readonly signal: AbortSignal;
}

export type LlamaEvent =
  | { readonly type: "progress"; readonly processed: number; readonly cached: number; readonly total: number }
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "end";
      readonly reason: "stop" | "length";
      readonly computed: number;
      readonly cached: number;
      readonly completion: number;
      readonly promptMs: number;
      readonly completionMs: number;
    };

/** A GGUF model in llama.cpp, one generation after the other. */
export interface LlamaModel {
  readonly contextTokens: number;
  tokenize(text: string): Uint32Array;
  /** Throws for a grammar that cannot be read, before the first event. */
  generate(request: LlamaRequest): AsyncGenerator<LlamaEvent, void, void>;
  close(): Promise<void>;
}

/** A grammar that llama.cpp could not read. */
export class GrammarFault extends Error {}

/** The part of the binding's addon (node-llama-cpp 3.22.1, MIT) that is used here. */
export interface Addon {
  setLogger(logger: () => void): void;
  loadBackends(folder?: string): void;
  init(): Promise<void>;
  readonly AddonModel: new (path: string, options: object) => AddonModel;
  readonly AddonContext: new (model: AddonModel, options: object) => AddonContext;
  readonly AddonSampler: {
    new (model: AddonModel): AddonSampler;
    acceptGrammarEvaluationStateToken(state: object, token: number): void;
  };
  readonly AddonGrammar: new (text: string, options: object) => object;
  readonly AddonGrammarEvaluationState: new (model: AddonModel, grammar: object) => object;
}
export interface AddonModel {
  init(): Promise<boolean>;
  dispose(): Promise<void>;
  tokenize(text: string, special: boolean): Uint32Array;
  detokenize(tokens: Uint32Array, special: boolean): string;
  isEogToken(token: number): boolean;
  tokenBos(): number;
  tokenEos(): number;
}
export interface AddonContext {
  init(): Promise<boolean>;
  dispose(): Promise<void>;
  initBatch(size: number): void;
  addToBatch(sequence: number, first: number, tokens: Uint32Array, wanted: Uint32Array): Uint32Array;
  decodeBatch(): Promise<void>;
  sampleToken(place: number, sampler: AddonSampler): Promise<number>;
  /** The pooled vector of the only sequence, of a context for vectors. */
  getEmbedding(tokens: number): Float64Array;
  removeTokenCellsFromSequence(sequence: number, from: number, to: number): boolean;
}
interface AddonSampler {
  applyConfig(config: object): void;
}

/** Small, so that an abort is heard soon. */
const BATCH_TOKENS = 32;

/** Loads a GGUF file into llama.cpp, or says why that cannot be done here. */
export async function openLlamaModel(
  path: string,
  contextTokens: number,
  { threads = 1, batchTokens = BATCH_TOKENS }: { readonly threads?: number; readonly batchTokens?: number } = {},
): Promise<LlamaModel | string> {
  const addon = await loadAddon();
  if (typeof addon === "string") return addon;
  const model = new addon.AddonModel(path, { addonExports: addon, gpuLayers: 0 });
  if (!(await model.init())) return `llama.cpp could not load ${path}`;
  const context = new addon.AddonContext(model, {
    contextSize: contextTokens * 2,
    batchSize: batchTokens,
    sequences: 2,
    threads,
  });
  if (!(await context.init())) return "llama.cpp could not make a context";
  return new BoundModel(addon, model, context, { contextTokens, batchTokens });
}

let addonOrObstacle: Promise<Addon | string> | undefined;

/** Loads llama.cpp's binding once, or says why that cannot be: initialised anew, it would write its log to the console. */
export function loadAddon(): Promise<Addon | string> {
  addonOrObstacle ??= initAddon();
  return addonOrObstacle;
}

async function initAddon(): Promise<Addon | string> {
  let folder: string;
  try {
    folder = (await import("@node-llama-cpp/linux-x64")).getBinsDir().binsDir;
  } catch {
    return `llama.cpp's binding has no build for ${process.platform} ${process.arch}`;
  }
  const place = join(folder, "linux-x64");
  const addon = createRequire(import.meta.url)(join(place, "llama-addon.node")) as Addon;
  addon.setLogger(() => undefined);
  addon.loadBackends();
  addon.loadBackends(place);
  await addon.init();
  return addon;
}

class BoundModel implements LlamaModel {
  readonly contextTokens: number;
  readonly #addon: Addon;
  readonly #model: AddonModel;
  readonly #context: AddonContext;
  readonly #batchTokens: number;
  /** What the cache holds, for prompts of one beginning and of another. */
  readonly #held: [number[], number[]] = [[], []];
  /** The generation before this one has let go. */
  #free: Promise<void> = Promise.resolve();

  constructor(
    addon: Addon,
    model: AddonModel,
    context: AddonContext,
    { contextTokens, batchTokens }: { readonly contextTokens: number; readonly batchTokens: number },
  ) {
    this.contextTokens = contextTokens;
    this.#batchTokens = batchTokens;
    this.#addon = addon;
    this.#model = model;
    this.#context = context;
  }

  tokenize(text: string): Uint32Array {
    return this.#model.tokenize(text, true);
  }

  async *generate(request: LlamaRequest): AsyncGenerator<LlamaEvent, void, void> {
    const before = this.#free;
    let release: () => void = () => undefined;
    this.#free = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    try {
      yield* this.#run(request);
    } finally {
      release();
    }
  }

  async *#run(request: LlamaRequest): AsyncGenerator<LlamaEvent, void, void> {
    const startedAt = performance.now();
    const grammar = request.grammar === undefined ? null : this.#readGrammar(request.grammar);
    const tokens = [...this.tokenize(request.prompt)];
    const sequence = request.beside === true ? 1 : 0;
    const held = this.#held[sequence];
    let cached = 0;
    while (cached < tokens.length - 1 && held[cached] === tokens[cached]) cached += 1;
    this.#context.removeTokenCellsFromSequence(sequence, cached, -1);
    held.length = cached;
    let place = 0;
    while (held.length < tokens.length) {
      if (request.signal.aborted) return;
      yield { type: "progress", processed: held.length, cached, total: tokens.length };
      place = await this.#compute(sequence, tokens.slice(held.length, held.length + this.#batchTokens));
    }
    yield { type: "progress", processed: tokens.length, cached, total: tokens.length };
    const promptMs = performance.now() - startedAt;

    const sampler = new this.#addon.AddonSampler(this.#model);
    const biased = request.bias === undefined ? [] : this.#model.tokenize(request.bias.word, false);
    const config = {
      temperature: request.temperature,
      seed: request.seed ?? 1,
      ...(biased.length === 0
        ? {}
        : {
            tokenBiasKeys: Uint32Array.from(biased),
            tokenBiasValues: Float32Array.from(biased, () => request.bias?.value ?? 0),
          }),
    };
    let constraint = (request.triggers ?? []).length === 0 ? grammar : null;
    sampler.applyConfig({ ...config, ...(constraint === null ? {} : { grammarEvaluationState: constraint }) });
    const filter = new StopFilter(request.stop);
    const output: number[] = [];
    let sent = "";
    let reason: "stop" | "length" = "length";
    while (output.length < request.maxTokens && held.length < this.contextTokens) {
      if (request.signal.aborted) return;
      const token = await this.#context.sampleToken(place, sampler);
      if (this.#model.isEogToken(token)) {
        reason = "stop";
        break;
      }
      output.push(token);
      const text = this.#model.detokenize(Uint32Array.from(output), true);
      if (constraint === null && grammar !== null) {
        const start = Math.min(...(request.triggers ?? []).map((word) => text.indexOf(word)).filter((at) => at !== -1));
        if (Number.isFinite(start)) {
          constraint = grammar;
          for (const each of this.#model.tokenize(text.slice(start), true)) {
            this.#addon.AddonSampler.acceptGrammarEvaluationStateToken(constraint, each);
          }
          sampler.applyConfig({ ...config, grammarEvaluationState: constraint });
        }
      }
      if (!text.endsWith("\uFFFD")) {
        const passed = filter.push(text.slice(sent.length));
        sent = text;
        if (passed !== "") yield { type: "text", text: passed };
      }
      if (filter.stopped) {
        reason = "stop";
        break;
      }
      place = await this.#compute(sequence, [token]);
    }
    const rest = filter.stopped ? "" : filter.end();
    if (rest !== "") yield { type: "text", text: rest };
    yield {
      type: "end",
      reason,
      computed: tokens.length - cached,
      cached,
      completion: output.length,
      promptMs,
      completionMs: performance.now() - startedAt - promptMs,
    };
  }

  /** Answers with the place of the last token's scores. */
  async #compute(sequence: 0 | 1, tokens: readonly number[]): Promise<number> {
    const held = this.#held[sequence];
    this.#context.initBatch(tokens.length);
    const wanted = Uint32Array.of(tokens.length - 1);
    const [place = 0] = this.#context.addToBatch(sequence, held.length, Uint32Array.from(tokens), wanted);
    await this.#context.decodeBatch();
    held.push(...tokens);
    return place;
  }

  #readGrammar(text: string): object {
    try {
      const grammar = new this.#addon.AddonGrammar(text, { addonExports: this.#addon, rootRuleName: "root" });
      return new this.#addon.AddonGrammarEvaluationState(this.#model, grammar);
    } catch (error) {
      throw new GrammarFault(error instanceof Error ? error.message : String(error));
    }
  }

  async close(): Promise<void> {
    await this.#free;
    await this.#context.dispose();
    await this.#model.dispose();
  }
}
