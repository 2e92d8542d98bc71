import { readFileSync } from "node:fs";
import { ScriptedClient } from "../../../worker/engines/scripted/scripted.ts";
import { toScriptedModel } from "../../../worker/engines/scripted/scripted-model.ts";
import { chooseTemplate } from "../../../worker/formats/templates/choose-template.ts";
import { type ModelChoice, readModelChoice, readOption } from "../models/model-choice.ts";
import { openModel } from "../models/open-model.ts";
import { createBareAsker } from "./ask-bare.ts";
import { createHostAsker, type ExtendAgent } from "./ask-host.ts";
import type { Asker } from "./ask-request.ts";

/** A loaded model that is asked through the whole app, or by itself. */
export interface OpenedAsker {
  readonly ask: Asker;
  close(): Promise<void>;
}

/**
 * Reads the options of a model (see `readModelChoice`), `--bare` and `--scripted=FILE`, and opens what they name. Throws a
 * sentence when it cannot be had.
 */
export async function openAskerFor(options: readonly string[]): Promise<OpenedAsker> {
  const script = readOption(options, "scripted");
  if (script !== undefined) return openScript(script);
  return openChosen(readModelChoice(options), options.includes("--bare"));
}

/** Opens a model to be asked. By itself the starter is what it was before its adapter. */
export async function openChosen(choice: ModelChoice, isBare: boolean, extend?: ExtendAgent): Promise<OpenedAsker> {
  const isTuned = choice.model.type === "starter" && choice.model.way === "tuned";
  const asked: ModelChoice = isBare && isTuned ? { ...choice, model: { type: "starter", way: "base" } } : choice;
  const { client, close } = await openModel(asked);
  return { ask: isBare ? createBareAsker(client) : createHostAsker(() => client, extend), close };
}

function openScript(path: string): OpenedAsker {
  const script = toScriptedModel(JSON.parse(readFileSync(path, "utf8")));
  const template = chooseTemplate(script.format, null, new Date());
  return { ask: createHostAsker(() => new ScriptedClient(script, { template })), close: async () => undefined };
}
