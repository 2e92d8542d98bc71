import type { EmbedderLibrary } from "../../agent/ports/embedder.ts";
import { describeError } from "../../protocol/describe-error.ts";
import { failed } from "../../protocol/failure.ts";
import type { LoadProgress } from "../../protocol/model.ts";
import { probeMemory } from "../catalog/device-facts.ts";
import { fetchServedFiles } from "../catalog/served-files.ts";
import { findShippedEmbedder, fitsEmbedder, SHIPPED_EMBEDDER } from "../catalog/shipped-embedder.ts";
import { downloadFile } from "../files/download.ts";
import { openModelFiles } from "../files/model-files.ts";
import { type SlicedFile, storeFile } from "../files/store-file.ts";
import { GgufFault } from "../gguf/gguf-fault.ts";
import { readArchitectureNumber, readChatTemplate, readGguf, toByteSource } from "../gguf/read-gguf.ts";
import { WLLAMA_FILES } from "./wllama-wasm.ts";

/** Files with another prefix are chat models. */
const PREFIX = "embedding-";
const RERANKER_PREFIX = "reranker-";
/** The kind of pooling that gives one score, in llama.cpp's numbers. */
const RANK_POOLING = 4;
/** Notes are seldom longer, and the time grows with the length. */
const MAX_CONTEXT_TOKENS = 512;
const NEVER = new AbortController().signal;

/** Embedding models as GGUF files in the origin's private file system. */
export function createEmbedderLibrary(baseUrl: string): EmbedderLibrary {
  const opening = openModelFiles(navigator.storage);
  const fetch = globalThis.fetch.bind(globalThis);
  return {
    importFile: async (file) => {
      try {
        await readGguf(toByteSource(file));
      } catch (error) {
        if (!(error instanceof GgufFault) || error.kind !== "unsupported") {
          return failed("model-corrupt", `"${file.name}": ${describeError(error)}`);
        }
      }
      const title = file.name.replace(/\.gguf$/i, "");
      const deps = { files: await opening, onProgress: () => undefined, signal: NEVER };
      const stored = await storeFile(file, title, deps, (await readShape(file)).ranks ? RERANKER_PREFIX : PREFIX);
      return stored.ok ? { ok: true, value: stored.value.name } : stored;
    },
    findShipped: async () => {
      if (!fitsEmbedder(await probeMemory(globalThis))) return null;
      const path = findShippedEmbedder(await fetchServedFiles(baseUrl, fetch));
      if (path === null) return null;
      const { bytes, sha256, title } = SHIPPED_EMBEDDER;
      const name = `${PREFIX}${sha256}`;
      return {
        bytes,
        fetch: async (onProgress, signal) => {
          const request = { url: new URL(path, baseUrl).href, name, title, bytes, sha256 };
          const deps = {
            files: await opening,
            fetch,
            onProgress: ({ done }: LoadProgress) => onProgress(done),
            signal,
          };
          // Another tab may be fetching it.
          const fetched = await navigator.locks.request(name, () => downloadFile(request, deps));
          return fetched.ok ? { ok: true, value: name } : fetched;
        },
      };
    },
    load: async (name, signal) => {
      const files = await opening;
      const file = await files.open(name);
      if (file === null) return failed("model-missing", name);
      const facts = (await files.listSealed()).find((sealed) => sealed.name === name);
      const { pools, chats, contextTokens, modelName } = await readShape(file);
      const { loadWllamaEmbedder } = await import("./wllama-embedder.ts");
      return loadWllamaEmbedder(
        {
          model: name,
          title: facts?.title ?? name,
          modelName,
          files: [file],
          contextTokens,
          threads: 1,
          ...WLLAMA_FILES,
          ...(pools ? {} : { pooling: "mean" }),
          ...(chats ? { isChatModel: true } : {}),
        },
        signal,
      );
    },
    isReranker: (name) => name.startsWith(RERANKER_PREFIX),
    loadReranker: async (signal) => {
      const files = await opening;
      const facts = (await files.listSealed()).find(({ name }) => name.startsWith(RERANKER_PREFIX));
      const file = facts === undefined ? null : await files.open(facts.name);
      if (facts === undefined || file === null) return { ok: true, value: null };
      const { contextTokens } = await readShape(file);
      const { loadWllamaReranker } = await import("./wllama-embedder.ts");
      const plan = { title: facts.title, files: [file], contextTokens, threads: 1, ...WLLAMA_FILES };
      return loadWllamaReranker(plan, signal);
    },
    dropRerankers: async (but) => {
      const files = await opening;
      for (const { name } of await files.listSealed()) {
        if (name.startsWith(RERANKER_PREFIX) && name !== but) await files.delete(name);
      }
    },
    delete: async (name) => (await opening).delete(name),
  };
}

interface Shape {
  /** The file names its own pooling. */
  readonly pools: boolean;
  /** It gives one score for a question and a text. */
  readonly ranks: boolean;
  /** It was made to chat. */
  readonly chats: boolean;
  /** Tokens that are read at once. */
  readonly contextTokens: number;
  readonly modelName: string;
}

async function readShape(file: SlicedFile): Promise<Shape> {
  try {
    const header = await readGguf(toByteSource(file));
    const pooling = readArchitectureNumber(header, "pooling_type");
    const pools = pooling !== null;
    const contextTokens = readArchitectureNumber(header, "context_length") ?? MAX_CONTEXT_TOKENS;
    return {
      pools,
      ranks: pooling === RANK_POOLING,
      modelName: String(header.metadata.get("general.name") ?? ""),
      chats: !pools && readChatTemplate(header) !== null,
      contextTokens: Math.min(MAX_CONTEXT_TOKENS, contextTokens),
    };
  } catch {
    return { pools: true, ranks: false, chats: false, contextTokens: MAX_CONTEXT_TOKENS, modelName: "" };
  }
}
