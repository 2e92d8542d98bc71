import type { GenerateRequest, ModelClient, ModelEvent } from "../../agent/ports/model-client.ts";
import { wrapClient } from "../../agent/ports/wrap-client.ts";
import type { RunRegistry } from "./run-registry.ts";

/** The model, whose generations wait until reading ahead has stopped. */
export function afterReadAhead(client: ModelClient, runs: Pick<RunRegistry, "endReadAhead">): ModelClient {
  return wrapClient(client, {
    generate: (request) => {
      const ending = runs.endReadAhead();
      return ending === null ? client.generate(request) : generateAfter(ending, client, request);
    },
  });
}

async function* generateAfter(
  ending: Promise<void>,
  client: ModelClient,
  request: GenerateRequest,
): AsyncGenerator<ModelEvent, void, void> {
  await ending;
  yield* client.generate(request);
}
