import type { ModelClient } from "../../../worker/agent/ports/model-client.ts";
import { toFreeModel } from "../../../worker/evals/run-evals.ts";
import { chatmlTemplate } from "../../../worker/formats/templates/chatml-template.ts";

/**
 * How the starter is asked: `base` plainly, all tools in the system text and the output free; `tuned` with our fine-tuned
 * adapter merged into its weights.
 */
export const STARTER_WAYS = ["base", "tuned"] as const;
export type StarterWay = (typeof STARTER_WAYS)[number];

/** Throws a sentence for a word that is no way. */
export function toStarterWay(word: string): StarterWay {
  const way = STARTER_WAYS.find((each) => each === word);
  if (way === undefined) throw new Error(`There is no way '${word}'; there are ${STARTER_WAYS.join(", ")}.`);
  return way;
}

/** What a client of the way is loaded with. The tuned starter was trained on a dialect of its own, see model/starter. */
export function toStarterInfo(way: StarterWay) {
  const common = { modelId: "starter", template: chatmlTemplate };
  return way === "tuned"
    ? ({ ...common, format: "compact", policy: "tuned" } as const)
    : ({ ...common, format: "chatml" } as const);
}

/** The loaded starter, asked in one of the ways. */
export function toWay(client: ModelClient, way: StarterWay): ModelClient {
  return way === "base" ? toFreeModel(client) : client;
}
