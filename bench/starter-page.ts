import type { ModelClient } from "../worker/agent/ports/model-client.ts";
import { chooseThreads } from "../worker/engines/catalog/choose-engine.ts";
import { probeDevice } from "../worker/engines/catalog/device-facts.ts";
import { createThreadMeasurement } from "../worker/engines/catalog/measure-threads.ts";
import { STARTER_FILE } from "../worker/engines/catalog/starter-model.ts";
import { mergeStarterAdapter } from "../worker/engines/gguf/starter-adapter.ts";
import { WllamaClient } from "../worker/engines/wllama/wllama.ts";
import { WLLAMA_WASM_URL } from "../worker/engines/wllama/wllama-wasm.ts";
import type { JsonObject } from "../worker/protocol/json.ts";
import { attemptCase, type GymAttempt } from "./gym/attempt-case.ts";
import { type GymCase, type GymTool, toGymTools } from "./gym/gym-case.ts";
import {
  answerToolRequest,
  measureTurn,
  type OpenTurn,
  type TakenTurn,
  type ToolAnswer,
} from "./starter/answer-tool-request.ts";
import { type StarterWay, toStarterInfo, toWay } from "./starter/starter-ways.ts";

let client: ModelClient | null = null;

/**
 * Loads the starter into this page: the tuned one as the app does, repacked and on as many threads as were measured to be
 * fastest; the other ways as the app once did, the file as it is on the threads of a rule.
 */
export async function loadStarter(way: StarterWay): Promise<void> {
  const file = await (await fetch(`/${STARTER_FILE.path}`)).blob();
  const { template, ...info } = toStarterInfo(way);
  const measured = way === "tuned" ? await createThreadMeasurement(globalThis).measure() : null;
  const loaded = await WllamaClient.load(
    {
      ...info,
      files: [way === "tuned" ? await mergeStarterAdapter(file, STARTER_FILE.sha256) : file],
      toTemplate: () => template,
      contextTokens: 4096,
      threads: measured ?? chooseThreads(await probeDevice(globalThis)),
      wideCache: way === "tuned",
      wasmUrl: WLLAMA_WASM_URL,
    },
    new AbortController().signal,
  );
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
  client = toWay(loaded.value, way);
}

/** See `answerToolRequest`. */
export async function answer(request: JsonObject): Promise<ToolAnswer> {
  return answerToolRequest(takeClient(), request);
}

/** See `measureTurn`. */
export async function takeTurn(turn: OpenTurn): Promise<TakenTurn> {
  return measureTurn(takeClient(), turn);
}

/** Puts a case of the gym to the model. */
export async function attempt(task: GymCase, tools: readonly GymTool[]): Promise<GymAttempt> {
  return attemptCase(takeClient(), task, toGymTools(tools));
}

function takeClient(): ModelClient {
  if (client === null) throw new Error("no model is loaded");
  return client;
}
