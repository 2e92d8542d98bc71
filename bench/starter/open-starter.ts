import { existsSync } from "node:fs";
import { join } from "node:path";
import { LlamaClient } from "../../e2e/harness/llama-client.ts";
import { openLlamaModel } from "../../e2e/harness/llama-model.ts";
import { ROOT } from "../../scripts/build-app.ts";
import { STARTER_FILE } from "../../worker/engines/catalog/starter-model.ts";
import { chatmlTemplate } from "../../worker/formats/templates/chatml-template.ts";
import type { JsonObject } from "../../worker/protocol/json.ts";
import { attemptCase, type GymAttempt } from "../gym/attempt-case.ts";
import { type GymCase, type GymTool, toGymTools } from "../gym/gym-case.ts";
import { openBenchPage } from "../open-page.ts";
import { answerToolRequest, type ToolAnswer } from "./answer-tool-request.ts";
import { findObstacle, type StarterWay, toWay } from "./starter-ways.ts";

/** The context that the app gives the starter. */
const CONTEXT_TOKENS = 4096;
const PAGE = "/bench/starter-page.ts";

/** The starter, loaded in one of its ways. */
export interface OpenStarter {
  readonly engine: "llama.cpp" | "wllama";
  /** See `answerToolRequest`. */
  answer(request: JsonObject): Promise<ToolAnswer>;
  attempt(task: GymCase, tools: readonly GymTool[]): Promise<GymAttempt>;
  close(): Promise<void>;
}

/**
 * Loads the starter in llama.cpp's native binding, or in Chromium through the app's wllama where there is none or where
 * that is asked for. Throws a sentence when the way is not to be had.
 */
export async function openStarter(way: StarterWay, inBrowser = false): Promise<OpenStarter> {
  const obstacle = findObstacle(way);
  if (obstacle !== null) throw new Error(obstacle);
  const path = join(ROOT, `.${STARTER_FILE.path}`);
  if (!existsSync(path)) throw new Error("The starter model is not here: run `npm run model:fetch`.");
  const model = inBrowser ? "not asked for" : await openLlamaModel(path, CONTEXT_TOKENS);
  if (typeof model === "string") return openInChromium(way);
  const info = { modelId: "starter", format: "chatml", template: chatmlTemplate, guided: true } as const;
  const client = toWay(new LlamaClient(model, info), way);
  return {
    engine: "llama.cpp",
    answer: (request) => answerToolRequest(client, request),
    attempt: (task, tools) => attemptCase(client, task, toGymTools(tools)),
    close: () => client.dispose(),
  };
}

async function openInChromium(way: StarterWay): Promise<OpenStarter> {
  const { page, close } = await openBenchPage();
  await page.evaluate(async (asked) => (await import(asked.path)).loadStarter(asked.way), { path: PAGE, way });
  return {
    engine: "wllama",
    answer: (request) =>
      page.evaluate(async (asked) => (await import(asked.path)).answer(JSON.parse(asked.text)), {
        path: PAGE,
        text: JSON.stringify(request),
      }),
    attempt: (task, tools) =>
      page.evaluate(async (asked) => (await import(asked.path)).attempt(...JSON.parse(asked.text)), {
        path: PAGE,
        text: JSON.stringify([task, tools]),
      }),
    close,
  };
}
