import { recogniseFormat } from "../../formats/recognition/recognise-format.ts";
import type { MlcConversation } from "../../formats/templates/mlc-conversation.ts";
import { defined } from "../../protocol/defined.ts";
import type { ModelId } from "../../protocol/ids.ts";
import type { ModelEntry } from "../../protocol/model.ts";
import type { ScriptedModel } from "../scripted/scripted-model.ts";
import { SCRIPTS } from "../scripted/scripts.ts";
import { GGUF_FACTS, type GgufModelFacts } from "./gguf-models.ts";
import { STARTER_FILE, STARTER_MODEL_ID } from "./starter-model.ts";
import { TINY_FILE } from "./tiny-model.ts";
import { WEBLLM_FACTS, type WebllmFacts } from "./webllm-models.ts";
import type { CacheShape, WeightFacts } from "./weight-facts.ts";

/** Where a model's files come from. */
export type ModelSource =
  /** One GGUF file at an address, absolute or relative to the app's base. */
  | {
      readonly type: "gguf";
      readonly url: string;
      readonly bytes: number;
      /** Null where it is not known: then it is computed at the first download, and holds from then on. */
      readonly sha256: string | null;
      /** Whether the starter's adapter is merged into it when it is loaded. */
      readonly adapter?: "starter";
    }
  /** A GGUF file that the user picked, stored in this browser under its hash. */
  | { readonly type: "imported"; readonly bytes: number; readonly sha256: string }
  /** An entry of WebLLM's own list: its names for GPUs with and without f16, null where the list has no such form. */
  | { readonly type: "webllm-catalog"; readonly f16: string; readonly f32: string | null }
  /** A folder in MLC's format that the user picked, cached where WebLLM looks for it. */
  | { readonly type: "folder"; readonly library: string; readonly conversation?: MlcConversation }
  | { readonly type: "script"; readonly name: string }
  /** A stored run that is replayed. */
  | { readonly type: "replay"; readonly script: ScriptedModel };

/** A model on offer, with its source and size. */
export interface CatalogModel extends ModelEntry {
  /** Whoever serves the app has put its file beside it. */
  readonly served?: true;
  /** For its plan; absent when its size is unknown. */
  readonly weights?: WeightFacts;
  /** Its rank in the catalog, for the recommendation: higher is better, 0 is never recommended. */
  readonly strength?: number;
  readonly source: ModelSource;
}

/** Bits of a weight in groups of 32 with one scale of 16 bits (`q4f16_1`, `q4f32_1`). */
const BITS_PER_WEIGHT = 4.5;

const STARTER_CACHE: CacheShape = { layers: 30, heads: 3, headSize: 64 };

function toStarter(): CatalogModel {
  const { path, bytes, sha256, mergedBytes } = STARTER_FILE;
  const facts = {
    id: STARTER_MODEL_ID,
    title: "SmolLM2 135M",
    engines: ["wllama"],
    // Weights, KV cache at this context in 32 bits, WebAssembly and the worker.
    memoryBytes: 550_000_000,
    licence: "Apache-2.0",
    local: true,
    toolSkill: "some",
    note: "starter",
    strength: 1,
    cache: STARTER_CACHE,
  } as const;
  return {
    ...toGgufModel(path, { bytes, sha256, adapter: "starter" }, facts),
    format: "compact",
    policy: "tuned",
    weights: { bytes: mergedBytes, cache: STARTER_CACHE },
  };
}

const TINY = toGgufModel(
  TINY_FILE.url,
  { bytes: TINY_FILE.bytes, sha256: TINY_FILE.sha256 },
  {
    // Random weights pass no trial.
    policy: "native",
    id: TINY_FILE.id,
    title: "Tiny (random weights)",
    engines: ["webllm", "wllama"],
    memoryBytes: 20_000_000,
    licence: "Apache-2.0",
    local: true,
    note: "for-tests",
  },
);

/** The models that are always offered, the starter first; those for tests and comparisons only on request. */
export function listCatalog(options: { readonly scripts: boolean; readonly tiny?: boolean }): readonly CatalogModel[] {
  return [
    toStarter(),
    ...GGUF_FACTS.map(toHostedGguf),
    ...WEBLLM_FACTS.map(toWebllmModel),
    ...(options.tiny === true ? [TINY] : []),
    ...(options.scripts ? [...SCRIPTS.values()].map(toScript) : []),
  ];
}

/** The names of a model of WebLLM's list; none for any other. */
export function toRecordNames(source: ModelSource): readonly string[] {
  if (source.type !== "webllm-catalog") return [];
  return source.f32 === null ? [source.f16] : [source.f16, source.f32];
}

/** The names of a catalog model in WebLLM's list; none for any other model. */
export function listRecordNames(modelId: ModelId): readonly string[] {
  const source = listCatalog({ scripts: false }).find(({ id }) => id === modelId)?.source;
  return source === undefined ? [] : toRecordNames(source);
}

/** An entry for one GGUF file: its length is the size of the download and of the weights. */
function toGgufModel(
  url: string,
  { bytes, sha256, ...rest }: Omit<Extract<ModelSource, { type: "gguf" }>, "type" | "url">,
  {
    cache,
    trainedTokens,
    mixture,
    ...facts
  }: Omit<CatalogModel, "format" | "contextTokens" | "downloadBytes" | "weights" | "source"> &
    Pick<WeightFacts, "cache" | "trainedTokens" | "mixture">,
): CatalogModel {
  return {
    ...facts,
    format: "chatml",
    contextTokens: 4096,
    downloadBytes: bytes,
    weights: { bytes, ...defined({ cache, trainedTokens, mixture }) },
    source: { type: "gguf", url, bytes, sha256, ...rest },
  };
}

/** A GGUF file on a model host, for llama.cpp. Its own chat template decides its turns, its name the dialect. */
function toHostedGguf({ name, url, bytes, sha256, cache, ...known }: GgufModelFacts): CatalogModel {
  const facts = { ...known, id: `gguf:${name}`, engines: ["wllama"], memoryBytes: bytes + 300_000_000 } as const;
  return {
    ...toGgufModel(url, { bytes, sha256 }, { ...facts, local: false, cache }),
    format: recogniseFormat({ name }),
  };
}

function toWebllmModel(facts: WebllmFacts): CatalogModel {
  const { record, megabytes, parameters, cache, embedding, trainedTokens, ...known } = facts;
  const bytes = Math.round((parameters * BITS_PER_WEIGHT) / 8);
  const f16 = Math.round(megabytes.f16 * 1e6);
  const f32 = megabytes.f32 === null ? null : Math.round(megabytes.f32 * 1e6);
  return {
    ...known,
    id: `webllm:${record}`,
    engines: ["webllm"],
    format: recogniseFormat({ name: record }),
    downloadBytes: bytes,
    memoryBytes: f32 ?? f16,
    contextTokens: 4096,
    local: false,
    weights: {
      bytes,
      cache,
      trainedTokens,
      largestTensorBytes: (embedding[0] * embedding[1]) / 2,
      totalBytes: { f16, f32: f32 ?? f16 },
    },
    source: {
      type: "webllm-catalog",
      f16: `${record}-q4f16_1-MLC`,
      f32: f32 === null ? null : `${record}-q4f32_1-MLC`,
    },
  };
}

function toScript({ name, title, format, contextTokens }: ScriptedModel): CatalogModel {
  const facts = { id: `scripted:${name}`, title, format, contextTokens, local: true, stored: true };
  return { ...facts, engines: ["scripted"], source: { type: "script", name } };
}
