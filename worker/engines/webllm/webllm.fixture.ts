import { chatmlTemplate } from "../../formats/templates/chatml-template.ts";
import { keepTiny } from "./keep-tiny.ts";
import { WebllmClient, type WebllmPlan } from "./webllm.ts";
import { createBrowserModelCache, type ModelCache } from "./webllm-cache.ts";

export function openModelCache(): ModelCache {
  return createBrowserModelCache(caches);
}

/** Keeps the tiny model in WebLLM's cache, and plans to load it from there: nothing is then asked of a network. */
export async function planTiny(modelId: string, contextTokens: number): Promise<WebllmPlan> {
  const baseUrl = new URL("/", location.href).href;
  const record = await keepTiny(modelId, { baseUrl, cache: openModelCache(), contextTokens });
  return { modelId, record, format: "chatml", template: chatmlTemplate, contextTokens };
}

export async function loadClient(plan: WebllmPlan): Promise<WebllmClient> {
  const loaded = await WebllmClient.load(plan, new AbortController().signal);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
  return loaded.value;
}
