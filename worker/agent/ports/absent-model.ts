import { chatmlTemplate } from "../../formats/templates/chatml-template.ts";
import type { ModelClient, ModelInfo } from "./model-client.ts";

/** Stands for a model that is not there, in runs that ask none: a generation fails with `no-model`. */
export function createAbsentModel(facts: Pick<ModelInfo, "contextTokens" | "engine" | "modelId">): ModelClient {
  return {
    info: { ...facts, format: "chatml", template: chatmlTemplate, constraint: "none" },
    async *generate() {
      yield { type: "failure", failure: { code: "no-model" }, raw: "" };
    },
    countTokens: async () => null,
    dispose: async () => undefined,
  };
}
