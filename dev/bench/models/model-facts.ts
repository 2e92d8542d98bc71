import type { ModelInfo } from "../../../worker/agent/ports/model-client.ts";

/** What is told of a model before it runs. */
export type ModelFacts = Omit<ModelInfo, "engine" | "contextTokens" | "constraint">;
