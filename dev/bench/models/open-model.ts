import { existsSync, openAsBlob, statSync } from "node:fs";
import { basename, join } from "node:path";
import { LlamaClient } from "../../../e2e/harness/llama-client.ts";
import { openLlamaModel } from "../../../e2e/harness/llama-model.ts";
import { pickAskedWay } from "../../../worker/agent/ports/asked-way.ts";
import type { ModelClient } from "../../../worker/agent/ports/model-client.ts";
import { GGUF_FACTS } from "../../../worker/engines/catalog/gguf-models.ts";
import { STARTER_FILE } from "../../../worker/engines/catalog/starter-model.ts";
import { readGguf, toByteSource } from "../../../worker/engines/gguf/read-gguf.ts";
import { defined } from "../../../worker/protocol/defined.ts";
import type { PolicyId } from "../../../worker/protocol/model.ts";
import { ROOT } from "../../scripts/build-app.ts";
import { recognise } from "../../scripts/templates/recognise-model.ts";
import { mergeStarterFile } from "../starter/merge-starter-file.ts";
import { toStarterInfo, toWay } from "../starter/starter-ways.ts";
import type { ModelChoice } from "./model-choice.ts";
import type { ModelFacts } from "./model-facts.ts";
import { openPageModel } from "./open-page-model.ts";

/** The context that the app gives a model on the processor. */
export const CONTEXT_TOKENS = 4096;
/** Nobody waits for an abort here. */
const BATCH_TOKENS = 256;

/** A loaded model. */
export interface OpenModel {
  readonly client: ModelClient;
  readonly engine: "llama.cpp" | "wllama";
  readonly policy: PolicyId;
  close(): Promise<void>;
}

/** A file and how it is spoken to. */
interface ModelSpec {
  /** The file that llama.cpp's binding loads. */
  readonly path: () => Promise<string>;
  /** The file that Chromium loads; the starter's adapter is merged there, as the app does. */
  readonly page: { readonly path: string; readonly mergesAdapter: boolean };
  readonly facts: ModelFacts;
  /** The starter asked plainly is put to no constraint. */
  wrap(client: ModelClient): ModelClient;
}

/**
 * Loads a GGUF file with its own dialect, turns and policy in llama.cpp's native binding, or in Chromium through the app's
 * wllama where there is none or where that is asked for. Throws a sentence when it cannot be had.
 */
export async function openModel(choice: ModelChoice): Promise<OpenModel> {
  const spec = await toSpec(choice);
  const policy = choice.policy ?? spec.facts.policy ?? "native";
  const facts: ModelFacts = { ...spec.facts, policy };
  if (!choice.inBrowser) {
    const model = await openLlamaModel(await spec.path(), CONTEXT_TOKENS, {
      threads: choice.threads ?? 1,
      batchTokens: BATCH_TOKENS,
    });
    if (typeof model !== "string") {
      const client = spec.wrap(new LlamaClient(model, facts));
      return { client, engine: "llama.cpp", policy, close: () => client.dispose() };
    }
    if (model.includes("could not")) throw new Error(model);
  }
  const page = await openPageModel({
    ...spec.page,
    facts,
    contextTokens: CONTEXT_TOKENS,
    ...defined({ threads: choice.threads }),
  });
  return { client: spec.wrap(page.client), engine: "wllama", policy, close: page.close };
}

async function toSpec({ model, mergedFile }: ModelChoice): Promise<ModelSpec> {
  if (model.type === "file") {
    if (!existsSync(model.path)) throw new Error(`${model.path} is not here.`);
    return {
      path: async () => model.path,
      page: { path: model.path, mergesAdapter: false },
      facts: await readFacts(model.path),
      wrap: (client) => client,
    };
  }
  const { way } = model;
  const base = join(ROOT, `.${STARTER_FILE.path}`);
  if (!existsSync(base)) throw new Error(`${base} is not here: run \`npm run model:fetch\`.`);
  const isTuned = way === "tuned";
  const info = toStarterInfo(way);
  return {
    path: async () => (isTuned ? (mergedFile ?? (await mergeStarterFile(base))) : base),
    page: { path: base, mergesAdapter: isTuned },
    facts: isTuned ? { ...info, policy: "tuned" } : info,
    wrap: (client) => toWay(client, way),
  };
}

/** The dialect and turns that a file's header tells, and the policy that was measured for it. */
async function readFacts(path: string): Promise<ModelFacts> {
  const { metadata } = await readGguf(toByteSource(Object.assign(await openAsBlob(path), { name: basename(path) })));
  const read = (key: string): string | undefined => {
    const value = metadata.get(key);
    return typeof value === "string" ? value : undefined;
  };
  const name = read("general.name") ?? basename(path);
  const known = GGUF_FACTS.find(
    ({ url, bytes }) => url.endsWith(`/${basename(path)}`) && bytes === statSync(path).size,
  );
  const { format, template } = recognise(
    {
      name: known?.name ?? name,
      ...defined({ chatTemplate: read("tokenizer.chat_template"), architecture: read("general.architecture") }),
    },
    new Date(),
  );
  return {
    modelId: basename(path),
    name: known?.name ?? name,
    format,
    template,
    ...pickAskedWay(known ?? {}),
  };
}
