import type { WebllmPlan } from "./webllm.ts";
import { type CacheKind, type ModelCache, toModelFolder } from "./webllm-cache.ts";

const FOLDER = "tiny/resolve/main/";
const LIST = "tensor-cache.json";
const LIBRARY = "library.wasm";
const CONFIG = "mlc-chat-config.json";
/** WebLLM looks for everything else among the weights. */
const KINDS: Readonly<Record<string, CacheKind>> = { [LIBRARY]: "wasm", [CONFIG]: "config" };

/**
 * Keeps the tests' tiny model where WebLLM finds it without a network, in the form of WebLLM's own models; fetches what is not
 * there from beside the app. Rejects when it cannot.
 */
export async function keepTiny(
  modelId: string,
  {
    baseUrl,
    cache,
    contextTokens,
  }: { readonly baseUrl: string; readonly cache: ModelCache; readonly contextTokens: number },
): Promise<WebllmPlan["record"]> {
  const folder = toModelFolder(modelId);
  const keep = async (name: string): Promise<Uint8Array> => {
    const kind = KINDS[name] ?? "model";
    const kept = await cache.read(kind, folder + name);
    if (kept !== null) return kept;
    const response = await fetch(new URL(FOLDER + name, baseUrl));
    if (!response.ok) throw new Error(`${FOLDER}${name} answered ${response.status}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    await cache.write(kind, folder + name, bytes, name === LIBRARY ? "application/wasm" : "application/octet-stream");
    return bytes;
  };
  const { records }: { readonly records: readonly { readonly dataPath: string }[] } = JSON.parse(
    new TextDecoder().decode(await keep(LIST)),
  );
  for (const name of [CONFIG, "tokenizer.json", LIBRARY, ...records.map(({ dataPath }) => dataPath)]) await keep(name);
  const overrides = { context_window_size: contextTokens };
  return { model: folder, model_id: modelId, model_lib: folder + LIBRARY, overrides };
}
