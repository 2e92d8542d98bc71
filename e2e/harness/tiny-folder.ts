import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { TINY_FILE } from "../../worker/engines/catalog/tiny-model.ts";
import type { ModelLibrary } from "../../worker/engines/gguf/library.ts";
import { createInMemoryModelCache } from "../../worker/engines/webllm/model-cache.fixture.ts";
import { toLibraryUrl, toModelFolder } from "../../worker/engines/webllm/webllm-cache.ts";
import { prepareModel } from "../../worker/engines/webllm/webllm-prepare.ts";

const LIBRARIES = new URL("../../public/libraries/", import.meta.url);

/** The tiny model in the form that WebLLM's own models have. */
export interface TinyFolder {
  /** The files by their names: configuration, tokenizer, list of weights, and the weights in several pieces. */
  readonly files: ReadonlyMap<string, Buffer>;
  readonly library: Buffer;
}

interface Parameter {
  readonly nbytes: number;
  readonly byteOffset: number;
}

/** Makes it of the tiny model's GGUF file, with the hashes that published lists have. */
export async function makeTinyFolder(): Promise<TinyFolder> {
  const library: ModelLibrary = JSON.parse(await readFile(new URL("tiny-flat.json", LIBRARIES), "utf8"));
  const tiny = new Uint8Array(await readFile(new URL(TINY_FILE.url)));
  const cache = createInMemoryModelCache();
  const prepared = await prepareModel({
    modelId: "tiny",
    source: { size: tiny.length, read: async (offset, length) => tiny.slice(offset, offset + length) },
    libraries: [library],
    kernels: "flat",
    contextTokens: 4096,
    cache,
    fetchLibrary: async (file) => new Uint8Array(await readFile(new URL(file, LIBRARIES))),
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.failure));
  const read = (url: string): Buffer => Buffer.from(cache.files.get(url) ?? []);
  const folder = toModelFolder("tiny");
  const files = new Map<string, Buffer>();
  for (const name of ["mlc-chat-config.json", "tokenizer.json"]) files.set(name, read(folder + name));
  const { metadata, records } = JSON.parse(read(`${folder}tensor-cache.json`).toString());
  const [only] = records;
  const weights = read(folder + only.dataPath);
  const pieces = splitParameters(only.records).map((parameters, index) => {
    const [first] = parameters;
    const start = first?.byteOffset ?? 0;
    const nbytes = parameters.reduce((sum, parameter) => sum + parameter.nbytes, 0);
    const content = weights.subarray(start, start + nbytes);
    const dataPath = `params_shard_${index}.bin`;
    files.set(dataPath, content);
    return {
      dataPath,
      format: "raw-shard",
      nbytes,
      records: parameters.map((parameter) => ({ ...parameter, byteOffset: parameter.byteOffset - start })),
      md5sum: createHash("md5").update(content).digest("hex"),
    };
  });
  files.set("tensor-cache.json", Buffer.from(JSON.stringify({ metadata, records: pieces })));
  return { files, library: read(toLibraryUrl(library.file)) };
}

/** The parameters in groups, each of which becomes a piece. */
function splitParameters(parameters: readonly Parameter[]): readonly (readonly Parameter[])[] {
  const size = Math.ceil(parameters.length / 5);
  return Array.from({ length: Math.ceil(parameters.length / size) }, (_, index) =>
    parameters.slice(index * size, (index + 1) * size),
  );
}
