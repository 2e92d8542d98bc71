import { join } from "node:path";
import { openLlamaEmbedder } from "../../e2e/harness/llama-embedder.ts";
import type { Embedder } from "../../worker/agent/ports/embedder.ts";
import { SHIPPED_EMBEDDER } from "../../worker/engines/catalog/shipped-embedder.ts";
import { EMBEDDER_ID } from "../scripts/model-fetch/model-file.ts";
import { MODELS_FOLDER } from "../scripts/models-plugin.ts";

/** The embedding model that comes with the app, in llama.cpp's native binding. Throws a sentence where it is not here. */
export async function openEmbedder(): Promise<Embedder> {
  const { name, title } = SHIPPED_EMBEDDER;
  const opened = await openLlamaEmbedder(join(MODELS_FOLDER, EMBEDDER_ID, name), title);
  if (typeof opened === "string") throw new Error(`${opened}; npm run model:fetch -- ${EMBEDDER_ID} fetches the model`);
  return opened;
}
