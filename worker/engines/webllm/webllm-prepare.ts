import { describeError } from "../../protocol/describe-error.ts";
import type { Failure, Result } from "../../protocol/failure.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { LoadProgress } from "../../protocol/model.ts";
import { type ConvertedParameter, convertWeights } from "../gguf/convert-weights.ts";
import { corrupt, GgufFault } from "../gguf/gguf-fault.ts";
import type { ModelLibrary } from "../gguf/library.ts";
import { matchLibrary } from "../gguf/match-library.ts";
import { type ByteSource, type GgufHeader, readGguf } from "../gguf/read-gguf.ts";
import { findStopTokens, toTokenizerJson } from "../gguf/tokenizer.ts";
import { SILENT_TURNS } from "./silent-turns.ts";
import { type CacheKind, type ModelCache, toLibraryUrl, toModelFolder, toSha256 } from "./webllm-cache.ts";

/** Everything needed to prepare a GGUF file for WebLLM. */
export interface PrepareRequest {
  readonly modelId: string;
  readonly source: ByteSource;
  /** Names what the source was made with beyond its file, an adapter for instance; empty unless given. */
  readonly sourceId?: string;
  readonly libraries: readonly ModelLibrary[];
  readonly kernels: ModelLibrary["kernels"];
  readonly contextTokens: number;
  readonly cache: ModelCache;
  /** Fetches a library's file, which is checked here. */
  fetchLibrary(file: string): Promise<Uint8Array<ArrayBuffer>>;
  readonly onProgress: (progress: LoadProgress) => void;
  readonly signal: AbortSignal;
}

/** A model whose files are cached. */
export interface PreparedModel {
  readonly library: ModelLibrary;
  readonly contextTokens: number;
}

const SHARD_BYTES = 32 * 1024 * 1024;
/** Incremented when the files' layout changes: older files are converted again. */
const LAYOUT_VERSION = 1;
const MANIFEST = "alcove-files.json";

interface CachedFile {
  readonly kind: CacheKind;
  readonly url: string;
  readonly bytes: number;
  readonly sha256: string;
}

interface Manifest {
  readonly version: number;
  readonly library: string;
  readonly contextTokens: number;
  readonly sourceBytes: number;
  /** Absent in older lists. */
  readonly sourceId?: string;
  readonly files: readonly CachedFile[];
}

/**
 * Ensures that a model's files are cached, complete and unchanged: checks the cached files and converts the GGUF file
 * where they are missing, incomplete, for another library, or changed. The list of files is written last, so an
 * interrupted conversion counts as none.
 */
export async function prepareModel(request: PrepareRequest): Promise<Result<PreparedModel>> {
  try {
    const header = await readGguf(request.source);
    const library = matchLibrary(header, request.libraries, request.kernels);
    const contextTokens = Math.min(request.contextTokens, library.context);
    await cacheLibrary(request, library);
    if (!(await isWhole(request, library, contextTokens))) {
      await request.cache.deleteUnder(toModelFolder(request.modelId));
      await convert(request, header, library, contextTokens);
    }
    return { ok: true, value: { library, contextTokens } };
  } catch (error) {
    await request.cache.deleteUnder(toModelFolder(request.modelId)).catch(() => undefined);
    return { ok: false, failure: toFailure(error) };
  }
}

class Cancelled extends Error {}

function toFailure(error: unknown): Failure {
  if (error instanceof Cancelled) return { code: "cancelled" };
  const detail = describeError(error);
  if (error instanceof GgufFault) {
    return { code: error.kind === "corrupt" ? "model-corrupt" : "model-unsupported", detail };
  }
  const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
  return { code: isFull ? "storage-full" : "download-failed", detail };
}

async function cacheLibrary(request: PrepareRequest, library: ModelLibrary): Promise<void> {
  const url = toLibraryUrl(library.file);
  const cached = await request.cache.read("wasm", url);
  if (cached !== null && cached.length === library.bytes && (await toSha256(cached)) === library.sha256) return;
  const bytes = await request.fetchLibrary(library.file);
  if (bytes.length !== library.bytes || (await toSha256(bytes)) !== library.sha256) {
    throw new Error(`the library ${library.file} did not arrive as it was built`);
  }
  await request.cache.write("wasm", url, bytes, "application/wasm");
}

async function isWhole(request: PrepareRequest, library: ModelLibrary, contextTokens: number): Promise<boolean> {
  const { cache, modelId, source } = request;
  const text = await cache.read("model", toModelFolder(modelId) + MANIFEST);
  if (text === null) return false;
  const manifest: Manifest = JSON.parse(new TextDecoder().decode(text));
  if (manifest.version !== LAYOUT_VERSION || manifest.library !== library.sha256) return false;
  if (manifest.contextTokens !== contextTokens || manifest.sourceBytes !== source.size) return false;
  if ((manifest.sourceId ?? "") !== (request.sourceId ?? "")) return false;
  const total = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  let done = 0;
  for (const file of manifest.files) {
    if (request.signal.aborted) throw new Cancelled();
    request.onProgress({ type: "verify", done, total, unit: "bytes" });
    const bytes = await cache.read(file.kind, file.url);
    if (bytes === null || bytes.length !== file.bytes || (await toSha256(bytes)) !== file.sha256) return false;
    done += file.bytes;
  }
  return true;
}

async function convert(
  request: PrepareRequest,
  header: GgufHeader,
  library: ModelLibrary,
  contextTokens: number,
): Promise<void> {
  const folder = toModelFolder(request.modelId);
  const files: CachedFile[] = [];
  const write = async (kind: CacheKind, name: string, bytes: Uint8Array<ArrayBuffer>, type: string): Promise<void> => {
    if (request.signal.aborted) throw new Cancelled();
    const url = folder + name;
    await request.cache.write(kind, url, bytes, type);
    files.push({ kind, url, bytes: bytes.length, sha256: await toSha256(bytes) });
  };
  const writeJson = (kind: CacheKind, name: string, value: unknown): Promise<void> =>
    write(kind, name, toJsonBytes(value), "application/json");

  await writeJson("model", "tokenizer.json", toTokenizerJson(header));
  await writeJson("config", "mlc-chat-config.json", toChatConfig(header, library, contextTokens));
  const total = library.params.reduce((sum, { shape }) => sum + shape.reduce((product, size) => product * size, 4), 0);
  const shards = createShardWriter((index, bytes) =>
    write("model", toShardName(index), bytes, "application/octet-stream"),
  );
  let done = 0;
  for await (const parameter of convertWeights(header, request.source, library)) {
    if (request.signal.aborted) throw new Cancelled();
    await shards.add(parameter);
    done += parameter.data.length;
    request.onProgress({ type: "convert", done, total, unit: "bytes" });
  }
  const records = await shards.end();
  if (done !== total) throw corrupt(`its weights came to ${done} bytes, and the library wants ${total}`);
  await writeJson("model", "tensor-cache.json", {
    metadata: { ParamSize: library.params.length, ParamBytes: total, BitsPerParam: 0 },
    records,
  });
  const manifest: Manifest = {
    version: LAYOUT_VERSION,
    library: library.sha256,
    contextTokens,
    sourceBytes: request.source.size,
    sourceId: request.sourceId ?? "",
    files: [...files],
  };
  await request.cache.write("model", folder + MANIFEST, toJsonBytes(manifest), "application/json");
}

function toJsonBytes(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value));
}

function toShardName(index: number): string {
  return `params_shard_${index}.bin`;
}

interface ShardWriter {
  add(parameter: ConvertedParameter): Promise<void>;
  /** Writes the rest and returns TVM's list of shards. */
  end(): Promise<readonly JsonObject[]>;
}

function createShardWriter(write: (index: number, bytes: Uint8Array<ArrayBuffer>) => Promise<void>): ShardWriter {
  const shards: JsonObject[] = [];
  let parts: ConvertedParameter[] = [];
  let size = 0;
  const flush = async (): Promise<void> => {
    if (parts.length === 0) return;
    const bytes = new Uint8Array(size);
    const records: JsonObject[] = [];
    let byteOffset = 0;
    for (const { name, shape, dtype, data } of parts) {
      bytes.set(data, byteOffset);
      records.push({ name, shape: [...shape], dtype, format: "raw", nbytes: data.length, byteOffset });
      byteOffset += data.length;
    }
    const index = shards.length;
    shards.push({ dataPath: toShardName(index), format: "raw-shard", nbytes: size, records });
    parts = [];
    size = 0;
    await write(index, bytes);
  };
  return {
    add: async (parameter) => {
      if (size > 0 && size + parameter.data.length > SHARD_BYTES) await flush();
      parts.push(parameter);
      size += parameter.data.length;
    },
    end: async () => {
      await flush();
      return shards;
    },
  };
}

/** WebLLM's configuration, with a template that adds nothing: each message is the next piece of the prompt verbatim. */
function toChatConfig(header: GgufHeader, library: ModelLibrary, contextTokens: number): JsonObject {
  return {
    version: "0.1.0",
    model_type: library.shape.family,
    quantization: library.name,
    model_config: {},
    vocab_size: library.shape.vocabulary,
    context_window_size: contextTokens,
    sliding_window_size: -1,
    attention_sink_size: -1,
    prefill_chunk_size: library.chunk,
    tensor_parallel_shards: 1,
    temperature: 1,
    presence_penalty: 0,
    frequency_penalty: 0,
    repetition_penalty: 1,
    top_p: 1,
    tokenizer_files: ["tokenizer.json"],
    tokenizer_info: {
      token_postproc_method: "byte_level",
      prepend_space_in_encode: false,
      strip_space_in_decode: false,
    },
    conv_template: {
      name: "raw",
      ...SILENT_TURNS,
      add_role_after_system_message: true,
      stop_token_ids: [...findStopTokens(header)],
    },
  };
}
