import type { EmbedderLibrary } from "../../agent/ports/embedder.ts";
import { describeError } from "../../protocol/describe-error.ts";
import { failed } from "../../protocol/failure.ts";
import { openModelFiles } from "../files/model-files.ts";
import { storeFile } from "../files/store-file.ts";
import { GgufFault } from "../gguf/gguf-fault.ts";
import { readArchitectureNumber, readChatTemplate, readGguf, toByteSource } from "../gguf/read-gguf.ts";
import { WLLAMA_WASM_URL } from "./wllama-wasm.ts";

/** Files with another prefix are chat models. */
const PREFIX = "embedding-";
/** Notes are seldom longer, and the time grows with the length. */
const MAX_CONTEXT_TOKENS = 512;
const NEVER = new AbortController().signal;

/** Embedding models as GGUF files in the origin's private file system. */
export function createEmbedderLibrary(): EmbedderLibrary {
  const opening = openModelFiles(navigator.storage);
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
      const stored = await storeFile(file, title, deps, PREFIX);
      return stored.ok ? { ok: true, value: stored.value.name } : stored;
    },
    load: async (name, signal) => {
      const files = await opening;
      const file = await files.open(name);
      if (file === null) return failed("model-missing", name);
      const facts = (await files.listSealed()).find((sealed) => sealed.name === name);
      const { pools, chats, contextTokens } = await readShape(file);
      const { loadWllamaEmbedder } = await import("./wllama-embedder.ts");
      return loadWllamaEmbedder(
        {
          model: name,
          title: facts?.title ?? name,
          files: [file],
          contextTokens,
          threads: 1,
          wasmUrl: WLLAMA_WASM_URL,
          ...(pools ? {} : { pooling: "mean" }),
          ...(chats ? { isChatModel: true } : {}),
        },
        signal,
      );
    },
    delete: async (name) => (await opening).delete(name),
  };
}

/** Whether a file names its own pooling, whether it was made to chat, and how many tokens it reads at once. */
async function readShape(
  file: Blob,
): Promise<{ readonly pools: boolean; readonly chats: boolean; readonly contextTokens: number }> {
  try {
    const header = await readGguf(toByteSource(file));
    const pools = readArchitectureNumber(header, "pooling_type") !== null;
    const contextTokens = readArchitectureNumber(header, "context_length") ?? MAX_CONTEXT_TOKENS;
    return {
      pools,
      chats: !pools && readChatTemplate(header) !== null,
      contextTokens: Math.min(MAX_CONTEXT_TOKENS, contextTokens),
    };
  } catch {
    return { pools: true, chats: false, contextTokens: MAX_CONTEXT_TOKENS };
  }
}
