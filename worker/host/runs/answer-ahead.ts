import { createAbsentModel } from "../../agent/ports/absent-model.ts";
import type { ModelClient } from "../../agent/ports/model-client.ts";
import type { ModelState } from "../../protocol/model.ts";
import type { RunEvent } from "../../protocol/run-event.ts";

/** Stands for the model that is on its way, in whose window everything fits. */
export function toAbsentModel(state: ModelState): ModelClient {
  return createAbsentModel({
    engine: state.type === "loading" ? state.choice.engine : "wllama",
    modelId: state.type === "none" ? "" : state.modelId,
    contextTokens: Number.MAX_SAFE_INTEGER,
  });
}

/** Records a run that has only responders. False, and nothing recorded, where they leave it to the model. */
export async function recordAhead(
  events: AsyncIterable<RunEvent>,
  record: (event: RunEvent) => Promise<void>,
): Promise<boolean> {
  let start: RunEvent | null = null;
  for await (const event of events) {
    if (event.type === "run-start") start = event;
    else {
      if (event.type === "run-end" && start !== null && event.by === undefined) return false;
      if (start !== null) await record(start);
      start = null;
      await record(event);
    }
  }
  return true;
}
