import { existsSync } from "node:fs";
import { join } from "node:path";
import { LlamaClient } from "../../e2e/harness/llama-client.ts";
import { openLlamaModel } from "../../e2e/harness/llama-model.ts";
import { ROOT } from "../../scripts/build-app.ts";
import { STARTER_FILE } from "../../worker/engines/catalog/starter-model.ts";
import type { JsonObject } from "../../worker/protocol/json.ts";
import { attemptCase, type GymAttempt } from "../gym/attempt-case.ts";
import { type GymCase, type GymTool, toGymTools } from "../gym/gym-case.ts";
import { openBenchPage } from "../open-page.ts";
import {
  answerToolRequest,
  measureTurn,
  type OpenTurn,
  type TakenTurn,
  type ToolAnswer,
} from "./answer-tool-request.ts";
import { ADAPTER_FILE, mergeStarterFile } from "./merge-starter-file.ts";
import { type StarterWay, toStarterInfo, toWay } from "./starter-ways.ts";

/** The context that the app gives the starter. */
const CONTEXT_TOKENS = 4096;
const PAGE = "/bench/starter-page.ts";

/** Where the starter runs, and a merged file for the tuned one in place of the one that the adapter here gives. */
export interface StarterPlace {
  readonly file: string | undefined;
  readonly inBrowser: boolean;
}

/** Reads `--file=<gguf>` and `--chromium`. */
export function readStarterPlace(options: readonly string[]): StarterPlace {
  const file = options.find((option) => option.startsWith("--file="))?.slice(7);
  return { file, inBrowser: options.includes("--chromium") };
}

/** The starter, loaded in one of its ways. */
export interface OpenStarter {
  readonly engine: "llama.cpp" | "wllama";
  /** See `answerToolRequest`. */
  answer(request: JsonObject): Promise<ToolAnswer>;
  /** See `measureTurn`. */
  takeTurn(turn: OpenTurn): Promise<TakenTurn>;
  attempt(task: GymCase, tools: readonly GymTool[]): Promise<GymAttempt>;
  close(): Promise<void>;
}

/** Why a way cannot be used in this checkout, in a sentence; null when it can. */
export function findObstacle(way: StarterWay, { file, inBrowser }: StarterPlace): string | null {
  if (way !== "tuned") return null;
  if (inBrowser && file !== undefined) return "In Chromium the adapter of this checkout is merged, not a file.";
  if (file !== undefined || existsSync(ADAPTER_FILE)) return null;
  return "There is no fine-tuned adapter for the starter in this checkout yet; --file=<gguf> names a merged file.";
}

/**
 * Loads the starter in llama.cpp's native binding, or in Chromium through the app's wllama where there is none or where
 * that is asked for. Throws a sentence when the way is not to be had.
 */
export async function openStarter(way: StarterWay, place: StarterPlace): Promise<OpenStarter> {
  const obstacle = findObstacle(way, place);
  if (obstacle !== null) throw new Error(obstacle);
  const base = join(ROOT, `.${STARTER_FILE.path}`);
  if (!existsSync(base)) throw new Error(`${base} is not here: run \`npm run model:fetch\`.`);
  if (place.inBrowser) return openInChromium(way);
  const path = way === "tuned" ? (place.file ?? (await mergeStarterFile(base))) : base;
  const model = await openLlamaModel(path, CONTEXT_TOKENS);
  if (typeof model === "string") return openInChromium(way);
  const client = toWay(new LlamaClient(model, toStarterInfo(way)), way);
  return {
    engine: "llama.cpp",
    answer: (request) => answerToolRequest(client, request),
    takeTurn: (turn) => measureTurn(client, turn),
    attempt: (task, tools) => attemptCase(client, task, toGymTools(tools)),
    close: () => client.dispose(),
  };
}

async function openInChromium(way: StarterWay): Promise<OpenStarter> {
  // Otherwise Vite 8.3 ends the process with its standard input, which the questions come by.
  process.env.CI = "true";
  const { page, close } = await openBenchPage();
  await page.evaluate(async (asked) => (await import(asked.path)).loadStarter(asked.way), { path: PAGE, way });
  return {
    engine: "wllama",
    answer: (request) =>
      page.evaluate(async (asked) => (await import(asked.path)).answer(JSON.parse(asked.text)), {
        path: PAGE,
        text: JSON.stringify(request),
      }),
    takeTurn: (turn) =>
      page.evaluate(async (asked) => (await import(asked.path)).takeTurn(JSON.parse(asked.text)), {
        path: PAGE,
        text: JSON.stringify(turn),
      }),
    attempt: (task, tools) =>
      page.evaluate(async (asked) => (await import(asked.path)).attempt(...JSON.parse(asked.text)), {
        path: PAGE,
        text: JSON.stringify([task, tools]),
      }),
    close,
  };
}
