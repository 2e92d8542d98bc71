import { existsSync } from "node:fs";
import type { JsonObject } from "../../../worker/protocol/json.ts";
import { attemptCase, type GymAttempt } from "../gym/attempt-case.ts";
import { type GymCase, type GymTool, toGymTools } from "../gym/gym-case.ts";
import { type ModelChoice, readOption } from "../models/model-choice.ts";
import { openModel } from "../models/open-model.ts";
import {
  answerToolRequest,
  measureTurn,
  type OpenTurn,
  type TakenTurn,
  type ToolAnswer,
} from "./answer-tool-request.ts";
import { ADAPTER_FILE } from "./merge-starter-file.ts";
import type { StarterWay } from "./starter-ways.ts";

/** Where the starter runs, and a merged file for the tuned one in place of the one that the adapter here gives. */
export interface StarterPlace {
  readonly file: string | undefined;
  readonly inBrowser: boolean;
}

/** Reads `--file=<gguf>` and `--chromium`. */
export function readStarterPlace(options: readonly string[]): StarterPlace {
  return { file: readOption(options, "file"), inBrowser: options.includes("--chromium") };
}

/** A loaded model that is asked for calls. */
export interface OpenAsker {
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

/** Loads the starter in one of its ways. Throws a sentence when it is not to be had. */
export async function openStarter(way: StarterWay, { file, inBrowser }: StarterPlace): Promise<OpenAsker> {
  const mergedFile = file === undefined ? {} : { mergedFile: file };
  return openAsker({ model: { type: "starter", way }, inBrowser, ...mergedFile });
}

/** Loads any model. Throws a sentence when it is not to be had. */
export async function openAsker(choice: ModelChoice): Promise<OpenAsker> {
  const { model, mergedFile: file, inBrowser } = choice;
  const obstacle = model.type === "starter" ? findObstacle(model.way, { file, inBrowser }) : null;
  if (obstacle !== null) throw new Error(obstacle);
  const { client, engine, close } = await openModel(choice);
  return {
    engine,
    answer: (request) => answerToolRequest(client, request),
    takeTurn: (turn) => measureTurn(client, turn),
    attempt: (task, tools) => attemptCase(client, task, toGymTools(tools)),
    close,
  };
}
