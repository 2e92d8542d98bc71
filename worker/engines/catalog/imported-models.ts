import { recogniseFormat } from "../../formats/recognition/recognise-format.ts";
import { defined } from "../../protocol/defined.ts";
import { describeError } from "../../protocol/describe-error.ts";
import type { Failure } from "../../protocol/failure.ts";
import type { ModelId } from "../../protocol/ids.ts";
import type { PickedFile } from "../../protocol/model.ts";
import type { ModelFiles, StoredFile } from "../files/model-files.ts";
import { GgufFault } from "../gguf/gguf-fault.ts";
import { readGguf, toByteSource } from "../gguf/read-gguf.ts";
import type { FolderFacts } from "../webllm/stored-folders.ts";
import { type GgufFacts, toGgufFacts } from "./gguf-facts.ts";
import type { CatalogModel } from "./model-catalog.ts";

/** Describes the GGUF files that the user imported. */
export type ImportedModels = ReturnType<typeof createImportedModels>;

const NO_FACTS: GgufFacts = { chatTemplate: null };

/** Reads each file's header once. */
export function createImportedModels(opening: Promise<ModelFiles>) {
  const known = new Map<ModelId, Promise<GgufFacts>>();
  const readFacts = async (name: string): Promise<GgufFacts> => {
    const file = await (await opening).open(name);
    return file === null ? NO_FACTS : toGgufFacts(await readGguf(toByteSource(file)));
  };
  return {
    describe: async (file: StoredFile): Promise<CatalogModel> => {
      const reading = known.get(file.name) ?? readFacts(file.name).catch(() => NO_FACTS);
      known.set(file.name, reading);
      return toImportedModel(file, await reading);
    },
    forget: (modelId: ModelId): boolean => known.delete(modelId),
  };
}

/**
 * Why a picked file cannot be a model: it is no GGUF, or its header contradicts its length. A quantisation that only
 * llama.cpp knows is no fault.
 */
export async function findGgufFault(file: PickedFile): Promise<Failure | null> {
  try {
    await readGguf(toByteSource(file));
    return null;
  } catch (error) {
    if (!(error instanceof GgufFault)) return { code: "internal", detail: describeError(error) };
    return error.kind === "unsupported" ? null : { code: "model-corrupt", detail: `"${file.name}": ${error.message}` };
  }
}

export function toFolderModel({ bytes, library, conversation, ...facts }: FolderFacts): CatalogModel {
  return {
    ...facts,
    engines: ["webllm"],
    memoryBytes: toMemoryBytes(bytes),
    local: true,
    stored: true,
    note: "imported",
    weights: { bytes },
    source: { type: "folder", library, ...defined({ conversation }) },
  };
}

function toImportedModel(file: StoredFile, facts: GgufFacts): CatalogModel {
  const { cache, licence } = facts;
  return {
    id: file.name,
    title: file.title,
    engines: ["wllama"],
    format: recogniseFormat({ chatTemplate: facts.chatTemplate, name: file.title }),
    memoryBytes: toMemoryBytes(file.bytes),
    contextTokens: Math.min(4096, facts.contextTokens ?? 4096),
    ...defined({ licence }),
    local: true,
    stored: true,
    note: "imported",
    weights: { bytes: file.bytes, ...defined({ cache, trainedTokens: facts.contextTokens }) },
    source: { type: "imported", bytes: file.bytes, sha256: file.sha256 },
  };
}

/** An estimate: weights, KV cache and work buffers. */
function toMemoryBytes(fileBytes: number): number {
  return Math.round(fileBytes * 1.3) + 300_000_000;
}
