import { chatmlTemplate } from "../../formats/templates/chatml-template.ts";
import type { ModelLibrary } from "../gguf/library.ts";
import { toByteSource } from "../gguf/read-gguf.ts";
import { WebllmClient, type WebllmPlan } from "./webllm.ts";
import { createBrowserModelCache, type ModelCache, toLibraryUrl, toModelFolder } from "./webllm-cache.ts";
import { type PreparedModel, prepareModel } from "./webllm-prepare.ts";

export async function fetchLibrary(name: string): Promise<ModelLibrary> {
  const response = await fetch(`/libraries/${name}.json`);
  return (await response.json()) as ModelLibrary;
}

export function openModelCache(): ModelCache {
  return createBrowserModelCache(caches);
}

/** Converts a file for a library of this checkout, as the app does. */
export async function prepare(
  modelId: string,
  source: Blob,
  libraryName: string,
  contextTokens: number,
): Promise<PreparedModel> {
  const library = await fetchLibrary(libraryName);
  const prepared = await prepareModel({
    modelId,
    source: toByteSource(source),
    libraries: [library],
    kernels: library.kernels,
    contextTokens,
    cache: openModelCache(),
    fetchLibrary: async (file) => new Uint8Array(await (await fetch(`/libraries/${file}`)).arrayBuffer()),
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.failure));
  return prepared.value;
}

export function toPlan(modelId: string, prepared: PreparedModel): WebllmPlan {
  return {
    modelId,
    record: {
      model: toModelFolder(modelId),
      model_id: modelId,
      model_lib: toLibraryUrl(prepared.library.file),
    },
    format: "chatml",
    template: chatmlTemplate,
    contextTokens: prepared.contextTokens,
  };
}

export async function loadClient(plan: WebllmPlan): Promise<WebllmClient> {
  const loaded = await WebllmClient.load(plan, new AbortController().signal);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
  return loaded.value;
}
