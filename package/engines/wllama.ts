/** `alcove/engines/wllama`: GGUF files with llama.cpp in WebAssembly. Needs the package `@wllama/wllama`. */
import { WllamaClient } from "../../worker/engines/wllama/wllama.ts";
import { chooseTemplate } from "../../worker/formats/templates/choose-template.ts";
import { describeError } from "../../worker/protocol/describe-error.ts";
import { failed } from "../../worker/protocol/failure.ts";
import type { SamplingSettings } from "../../worker/protocol/model.ts";
import { defineModel, type Model } from "../model.ts";

/** How a GGUF file is run. */
export interface GgufOptions extends SamplingSettings {
  /** The model's name in events. */
  readonly name?: string;
  /** Tokens of context; 4096 unless given. */
  readonly contextTokens?: number;
  /** Threads; more than one takes effect on a cross-origin isolated page. */
  readonly threads?: number;
  /** Computes on the GPU where the browser has WebGPU. */
  readonly gpu?: boolean;
  /** Absolute address of `wllama.wasm`, where it is not served beside this module. */
  readonly wasmUrl?: string;
}

/** The WebAssembly that the package brings along, and the matrix products that are put into it where they fit. */
const WASM_URL = new URL("./wllama.wasm", import.meta.url);
const KERNELS_URL = new URL("./kernels.bin", import.meta.url);
const MAX_THREADS = 8;

/** The model in a GGUF file: a `File`, a `Blob`, or the address that it is fetched from. */
export function gguf(file: Blob | string | URL, options: GgufOptions = {}): Model {
  const { name = toName(file), contextTokens = 4096, threads, gpu = false, wasmUrl, ...sampling } = options;
  return defineModel({
    name,
    sampling,
    load: async (signal) => {
      const opened = await openFile(file, signal).catch((error: unknown) => describeError(error));
      if (typeof opened === "string") return failed("download-failed", opened);
      return WllamaClient.load(
        {
          modelId: name,
          files: [opened],
          toTemplate: (format, chatTemplate) => chooseTemplate(format, chatTemplate, new Date()),
          contextTokens,
          threads: threads ?? chooseThreads(),
          ...(gpu ? { onGpu: true, layers: 999 } : {}),
          wasmUrl: wasmUrl ?? WASM_URL.href,
          kernelsUrl: KERNELS_URL.href,
        },
        signal,
      );
    },
  });
}

async function openFile(file: Blob | string | URL, signal: AbortSignal): Promise<Blob> {
  if (file instanceof Blob) return file;
  const response = await fetch(file, { signal });
  if (!response.ok) throw new Error(`${String(file)} answered ${response.status}`);
  return await response.blob();
}

function toName(file: Blob | string | URL): string {
  if (file instanceof Blob) return "name" in file && typeof file.name === "string" ? file.name : "gguf";
  return (
    String(file)
      .split(/[/?#]/u)
      .find((part) => part.endsWith(".gguf")) ?? "gguf"
  );
}

function chooseThreads(): number {
  if (globalThis.crossOriginIsolated !== true) return 1;
  return Math.max(1, Math.min(MAX_THREADS, Math.floor((navigator.hardwareConcurrency ?? 2) / 2)));
}
