import type { GenerateRequest, ModelClient, ModelEvent } from "../../worker/agent/ports/model-client.ts";
import { chooseThreads } from "../../worker/engines/catalog/choose-engine.ts";
import { probeDevice } from "../../worker/engines/catalog/device-facts.ts";
import { createThreadMeasurement } from "../../worker/engines/catalog/measure-threads.ts";
import { STARTER_FILE } from "../../worker/engines/catalog/starter-model.ts";
import { mergeStarterAdapter } from "../../worker/engines/gguf/starter-adapter.ts";
import { WllamaClient } from "../../worker/engines/wllama/wllama.ts";
import { WLLAMA_FILES } from "../../worker/engines/wllama/wllama-wasm.ts";
import { chatmlTemplate } from "../../worker/formats/templates/chatml-template.ts";
import type { FormatId } from "../../worker/protocol/model.ts";

/** What to load into this page, as plain data. */
interface PagePlan {
  readonly url: string;
  /** The starter's adapter is merged into the file, as the app does. */
  readonly mergesAdapter: boolean;
  readonly modelId: string;
  readonly format: FormatId;
  readonly contextTokens: number;
  /** Null for as many as are measured to be fastest. */
  readonly threads: number | null;
}

let client: ModelClient | null = null;
const running = new Map<number, AbortController>();

/** Loads a GGUF file into this page as the app does. Prompts come as text, so that the turns are the caller's. */
export async function loadModel(plan: PagePlan): Promise<void> {
  const { url, mergesAdapter, modelId, format, contextTokens } = plan;
  const file = await (await fetch(url)).blob();
  const threads =
    plan.threads ??
    (await createThreadMeasurement(globalThis).measure()) ??
    chooseThreads(await probeDevice(globalThis));
  const loaded = await WllamaClient.load(
    {
      modelId,
      format,
      files: [mergesAdapter ? await mergeStarterAdapter(file, STARTER_FILE.sha256) : file],
      toTemplate: () => chatmlTemplate,
      contextTokens,
      threads,
      wideCache: true,
      ...WLLAMA_FILES,
    },
    new AbortController().signal,
  );
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
  client = loaded.value;
}

/** Generates, and tells each event to the function that the caller has put on this page. */
export async function generate(id: number, request: Omit<GenerateRequest, "signal">): Promise<void> {
  const control = new AbortController();
  running.set(id, control);
  const tell: (id: number, event: ModelEvent) => Promise<void> = Reflect.get(globalThis, "tellModelEvent");
  try {
    for await (const event of takeClient().generate({ ...request, signal: control.signal })) await tell(id, event);
  } finally {
    running.delete(id);
  }
}

/** Stops a generation. */
export function stop(id: number): void {
  running.get(id)?.abort();
}

/** See `ModelClient.countTokens`. */
export async function countTokens(text: string): Promise<number | null> {
  return takeClient().countTokens(text);
}

function takeClient(): ModelClient {
  if (client === null) throw new Error("no model is loaded");
  return client;
}
