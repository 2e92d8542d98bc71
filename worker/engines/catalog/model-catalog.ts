import type { ModelId } from "../../protocol/ids.ts";
import type { ModelEntry } from "../../protocol/model.ts";
import type { ScriptedModel } from "../scripted/scripted-model.ts";
import { SCRIPTS } from "../scripted/scripts.ts";
import { STARTER_FILE } from "./starter-model.ts";
import { STARTER_WAY, type StarterWay } from "./starter-way.ts";
import { TINY_FILE } from "./tiny-model.ts";

/** Where a model's files come from. */
export type ModelSource =
  /** One GGUF file at an address, absolute or relative to the app's base. */
  | {
      readonly type: "gguf";
      readonly url: string;
      readonly bytes: number;
      readonly sha256: string;
      /** The id of the model under which the file is stored, if not this one's. */
      readonly storedAs?: ModelId;
      /** Whether the starter's adapter is merged into it when it is loaded. */
      readonly adapter?: "starter";
    }
  /** A GGUF file that the user picked, stored in this browser under its hash. */
  | { readonly type: "imported"; readonly bytes: number; readonly sha256: string }
  /** An entry of WebLLM's own list, fetched by WebLLM from its hosts; the first is for GPUs with f16. */
  | { readonly type: "webllm-catalog"; readonly f16: string; readonly f32: string }
  /** A folder in MLC's format that the user picked, cached where WebLLM looks for it. */
  | { readonly type: "folder"; readonly library: string }
  | { readonly type: "script"; readonly name: string }
  /** A stored run that is replayed. */
  | { readonly type: "replay"; readonly script: ScriptedModel };

/** A model on offer, with its source and size. */
export interface CatalogModel extends ModelEntry {
  /** See `ModelInfo.guided`. */
  readonly guided?: boolean;
  /** See `ModelInfo.shortList`. */
  readonly shortList?: boolean;
  /** For its plan; absent when its size is unknown. */
  readonly weights?: WeightFacts;
  /** Its rank in the catalog, for the recommendation: higher is better, 0 is never recommended. */
  readonly strength?: number;
  readonly source: ModelSource;
}

/** The model that comes with the app. */
export const STARTER_MODEL_ID = "starter";
const STARTER_CACHE: CacheShape = { layers: 30, heads: 3, headSize: 64 };

/** The starter asked in one way, under the id of that way or as the one that everybody gets. */
function toStarter(way: StarterWay, id: ModelId): CatalogModel {
  const { path, bytes, sha256, mergedBytes } = STARTER_FILE;
  const file = { bytes, sha256, storedAs: STARTER_MODEL_ID };
  const facts = {
    id,
    title: id === STARTER_MODEL_ID ? "SmolLM2 135M" : `SmolLM2 135M (${way})`,
    engines: ["webllm", "wllama"],
    // Weights, KV cache at this context, WebAssembly and the worker.
    memoryBytes: way === "guided" ? 400_000_000 : 450_000_000,
    licence: "Apache-2.0",
    local: true,
    toolSkill: "some",
    note: "starter",
    strength: id === STARTER_MODEL_ID ? 1 : 0,
    cache: STARTER_CACHE,
  } as const;
  if (way === "guided") return { ...toGgufModel(path, file, facts), guided: true };
  return {
    ...toGgufModel(path, { ...file, adapter: "starter" }, facts),
    format: "compact",
    shortList: true,
    weights: { bytes: mergedBytes, cache: STARTER_CACHE },
  };
}

const TINY = toGgufModel(
  TINY_FILE.url,
  { bytes: TINY_FILE.bytes, sha256: TINY_FILE.sha256 },
  {
    id: TINY_FILE.id,
    title: "Tiny (random weights)",
    engines: ["webllm", "wllama"],
    memoryBytes: 20_000_000,
    licence: "Apache-2.0",
    local: true,
    note: "for-tests",
  },
);

/** A KV cache: a key and a value of every head for every token in every layer. */
export interface CacheShape {
  readonly layers: number;
  readonly heads: number;
  readonly headSize: number;
}

/** The memory that a model takes. */
export interface WeightFacts {
  readonly bytes: number;
  /** Absent when unknown. */
  readonly cache?: CacheShape;
  /** The embedding: the largest tensor that the GPU must bind at once. */
  readonly largestTensorBytes?: number;
  /** The whole need at the default context, by the precision of the activations, as WebLLM's list gives it. */
  readonly totalBytes?: { readonly f16: number; readonly f32: number };
}

/** Bits of a weight in groups of 32 with one scale of 16 bits (`q4f16_1`, `q4f32_1`). */
const BITS_PER_WEIGHT = 4.5;

/** The recorded facts of a model of WebLLM's list, from which its entry is derived. */
interface WebllmFacts
  extends Pick<CatalogModel, "title" | "note">,
    Required<Pick<CatalogModel, "licence" | "toolSkill" | "strength">>,
    Required<Pick<WeightFacts, "cache">> {
  /** The common part of the record's names in WebLLM's list. */
  readonly record: string;
  /** `vram_required_MB` of the two records: what a device with and without f16 needs. */
  readonly megabytes: { readonly f16: number; readonly f32: number };
  readonly parameters: number;
  /** Rows and columns of the embedding. */
  readonly embedding: readonly [number, number];
}

const WEBLLM_MODELS: readonly WebllmFacts[] = [
  {
    title: "SmolLM2 360M",
    record: "SmolLM2-360M-Instruct",
    megabytes: { f16: 376.06, f32: 579.61 },
    parameters: 0.362e9,
    cache: { layers: 32, heads: 5, headSize: 64 },
    embedding: [49_152, 960],
    licence: "Apache-2.0",
    toolSkill: "little",
    strength: 2,
    note: "least-memory",
  },
  {
    title: "SmolLM2 1.7B",
    record: "SmolLM2-1.7B-Instruct",
    megabytes: { f16: 1774.19, f32: 2692.38 },
    parameters: 1.711e9,
    cache: { layers: 24, heads: 32, headSize: 64 },
    embedding: [49_152, 2048],
    licence: "Apache-2.0",
    toolSkill: "some",
    strength: 4,
  },
  {
    title: "Qwen2.5 0.5B",
    record: "Qwen2.5-0.5B-Instruct",
    megabytes: { f16: 944.62, f32: 1060.2 },
    parameters: 0.494e9,
    cache: { layers: 24, heads: 2, headSize: 64 },
    embedding: [151_936, 896],
    licence: "Apache-2.0",
    toolSkill: "some",
    strength: 3,
  },
  {
    title: "Qwen2.5 1.5B",
    record: "Qwen2.5-1.5B-Instruct",
    megabytes: { f16: 1629.75, f32: 1888.97 },
    parameters: 1.544e9,
    cache: { layers: 28, heads: 2, headSize: 128 },
    embedding: [151_936, 1536],
    licence: "Apache-2.0",
    toolSkill: "good",
    strength: 6,
  },
  {
    title: "Qwen2.5 3B",
    record: "Qwen2.5-3B-Instruct",
    megabytes: { f16: 2504.76, f32: 2893.64 },
    parameters: 3.086e9,
    cache: { layers: 36, heads: 2, headSize: 128 },
    embedding: [151_936, 2048],
    licence: "Qwen Research (no commercial use)",
    toolSkill: "good",
    // Not recommended because of its licence.
    strength: 0,
    note: "no-commerce",
  },
  {
    title: "Qwen2.5 7B",
    record: "Qwen2.5-7B-Instruct",
    megabytes: { f16: 5106.67, f32: 5900.09 },
    parameters: 7.616e9,
    cache: { layers: 28, heads: 4, headSize: 128 },
    embedding: [152_064, 3584],
    licence: "Apache-2.0",
    toolSkill: "good",
    strength: 11,
  },
  {
    title: "Hermes 3 3B",
    record: "Hermes-3-Llama-3.2-3B",
    megabytes: { f16: 2263.69, f32: 2951.51 },
    parameters: 3.213e9,
    cache: { layers: 28, heads: 8, headSize: 128 },
    embedding: [128_256, 3072],
    licence: "Llama 3.2 Community",
    toolSkill: "trained",
    strength: 8,
  },
  {
    title: "Hermes 3 8B",
    record: "Hermes-3-Llama-3.1-8B",
    megabytes: { f16: 4876.13, f32: 5779.27 },
    parameters: 8.03e9,
    cache: { layers: 32, heads: 8, headSize: 128 },
    embedding: [128_256, 4096],
    licence: "Llama 3.1 Community",
    toolSkill: "trained",
    strength: 10,
  },
  {
    title: "Qwen3 0.6B",
    record: "Qwen3-0.6B",
    megabytes: { f16: 1403.34, f32: 1924.98 },
    parameters: 0.596e9,
    cache: { layers: 28, heads: 8, headSize: 128 },
    embedding: [151_936, 1024],
    licence: "Apache-2.0",
    toolSkill: "some",
    strength: 5,
    note: "thinks-first",
  },
  {
    title: "Qwen3 1.7B",
    record: "Qwen3-1.7B",
    megabytes: { f16: 2036.66, f32: 2635.44 },
    parameters: 1.721e9,
    cache: { layers: 28, heads: 8, headSize: 128 },
    embedding: [151_936, 2048],
    licence: "Apache-2.0",
    toolSkill: "good",
    strength: 7,
    note: "thinks-first",
  },
  {
    title: "Qwen3 4B",
    record: "Qwen3-4B",
    megabytes: { f16: 3431.59, f32: 4327.71 },
    parameters: 4.022e9,
    cache: { layers: 36, heads: 8, headSize: 128 },
    embedding: [151_936, 2560],
    licence: "Apache-2.0",
    toolSkill: "good",
    strength: 9,
    note: "thinks-first",
  },
];

/** Models for the processor, stronger than the starter, from a model host. Length and hash are the publisher's. */
const PROCESSOR_MODELS: readonly CatalogModel[] = [
  toGgufModel(
    "https://huggingface.co/unsloth/Qwen3-0.6B-GGUF/resolve/50968a4468ef4233ed78cd7c3de230dd1d61a56b/Qwen3-0.6B-Q4_K_M.gguf",
    { bytes: 396_705_472, sha256: "ac2d97712095a558e31573f62f466a3f9d93990898b0ec79d7c974c1780d524a" },
    {
      id: "gguf:Qwen3-0.6B",
      title: "Qwen3 0.6B",
      engines: ["wllama"],
      memoryBytes: 1_100_000_000,
      licence: "Apache-2.0",
      local: false,
      toolSkill: "some",
      note: "thinks-first",
      strength: 5,
      cache: { layers: 28, heads: 8, headSize: 128 },
    },
  ),
  toGgufModel(
    "https://huggingface.co/Qwen/Qwen2.5-1.5B-Instruct-GGUF/resolve/91cad51170dc346986eccefdc2dd33a9da36ead9/qwen2.5-1.5b-instruct-q4_k_m.gguf",
    { bytes: 1_117_320_736, sha256: "6a1a2eb6d15622bf3c96857206351ba97e1af16c30d7a74ee38970e434e9407e" },
    {
      id: "gguf:Qwen2.5-1.5B-Instruct",
      title: "Qwen2.5 1.5B",
      engines: ["wllama"],
      memoryBytes: 1_450_000_000,
      licence: "Apache-2.0",
      local: false,
      toolSkill: "good",
      strength: 6,
      cache: { layers: 28, heads: 2, headSize: 128 },
    },
  ),
];

/** What `listCatalog` lists beyond the models that are always offered. */
export interface CatalogOptions {
  readonly scripts: boolean;
  readonly tiny?: boolean;
  /** The starter in each way of asking it, for comparison. */
  readonly starterWays?: boolean;
}

/** The models that are always offered, the starter first; those for tests and comparisons only on request. */
export function listCatalog(options: CatalogOptions): readonly CatalogModel[] {
  return [
    toStarter(STARTER_WAY, STARTER_MODEL_ID),
    ...(options.starterWays === true
      ? (["guided", "tuned"] as const).map((way) => toStarter(way, `starter-${way}`))
      : []),
    ...PROCESSOR_MODELS,
    ...WEBLLM_MODELS.map(toWebllmModel),
    ...(options.tiny === true ? [TINY] : []),
    ...(options.scripts ? [...SCRIPTS.values()].map(toScript) : []),
  ];
}

/** The id of the model under which a model's file is stored: its own but for the starter's ways, which share one. */
export function toStoredId({ id, source }: Pick<CatalogModel, "id" | "source">): ModelId {
  return source.type === "gguf" ? (source.storedAs ?? id) : id;
}

/** `toStoredId` of the model with this id, also of one that is offered on request only. */
export function findStoredId(modelId: ModelId): ModelId {
  const model = listCatalog({ scripts: false, starterWays: true }).find(({ id }) => id === modelId);
  return model === undefined ? modelId : toStoredId(model);
}

/** An entry for one GGUF file: its length is the size of the download and of the weights. */
function toGgufModel(
  url: string,
  { bytes, sha256, ...rest }: Omit<Extract<ModelSource, { type: "gguf" }>, "type" | "url">,
  {
    cache,
    ...facts
  }: Omit<CatalogModel, "format" | "contextTokens" | "downloadBytes" | "weights" | "source"> &
    Pick<WeightFacts, "cache">,
): CatalogModel {
  return {
    ...facts,
    format: "chatml",
    contextTokens: 4096,
    downloadBytes: bytes,
    weights: { bytes, ...(cache === undefined ? {} : { cache }) },
    source: { type: "gguf", url, bytes, sha256, ...rest },
  };
}

function toWebllmModel(facts: WebllmFacts): CatalogModel {
  const { record, megabytes, parameters, cache, embedding, ...known } = facts;
  const bytes = Math.round((parameters * BITS_PER_WEIGHT) / 8);
  return {
    ...known,
    id: `webllm:${record}`,
    engines: ["webllm"],
    format: "chatml",
    downloadBytes: bytes,
    memoryBytes: Math.round(megabytes.f32 * 1e6),
    contextTokens: 4096,
    local: false,
    weights: {
      bytes,
      cache,
      largestTensorBytes: (embedding[0] * embedding[1]) / 2,
      totalBytes: { f16: Math.round(megabytes.f16 * 1e6), f32: Math.round(megabytes.f32 * 1e6) },
    },
    source: { type: "webllm-catalog", f16: `${record}-q4f16_1-MLC`, f32: `${record}-q4f32_1-MLC` },
  };
}

function toScript(
  script: Pick<CatalogModel, "title" | "format" | "contextTokens"> & { readonly name: string },
): CatalogModel {
  return {
    id: `scripted:${script.name}`,
    title: script.title,
    engines: ["scripted"],
    format: script.format,
    contextTokens: script.contextTokens,
    local: true,
    stored: true,
    source: { type: "script", name: script.name },
  };
}
