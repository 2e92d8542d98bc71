import type { MemoryFacts } from "./device-facts.ts";
import { findServed, type ServedFile } from "./served-files.ts";

/**
 * The embedding model that comes with the app: multilingual-e5-small (MIT) in four bits, made by
 * `dev/scripts/model-fetch/convert-embedder.ts` of a package of the Python index, then served from the app's own origin.
 */
export const SHIPPED_EMBEDDER = {
  title: "multilingual-e5-small",
  name: "multilingual-e5-small.Q4_0.gguf",
  bytes: 73_570_304,
  /** Lower-case hexadecimal. */
  sha256: "73bc1a046627a9ca9f8533e685d77d0d84745d7dc621cf329e9cb3e656044f34",
} as const;

/** Its weights in eight bits, its work space and its engine's WebAssembly. */
const NEED_BYTES = 350_000_000;
/** Smaller devices need their memory for the chat model and the browser. */
const MIN_MEMORY_BYTES = 4 * 2 ** 30;

/** Whether this device has room for it beside a chat model: no phone, and memory and storage to spare. */
export function fitsEmbedder({ kind, memoryBytes, freeBytes }: MemoryFacts): boolean {
  const { bytes } = SHIPPED_EMBEDDER;
  const isSmall = kind === "phone" || (memoryBytes !== null && memoryBytes < MIN_MEMORY_BYTES);
  return !isSmall && (freeBytes === null || freeBytes > bytes + NEED_BYTES);
}

/** Its address below the app's base; null where the app's server has no such file. */
export function findShippedEmbedder(served: readonly ServedFile[]): string | null {
  return findServed(SHIPPED_EMBEDDER, served);
}
