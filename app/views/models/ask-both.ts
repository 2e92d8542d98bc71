import type { SendReceipt } from "../../../worker/protocol/api/runs-api.ts";
import type { Failure } from "../../../worker/protocol/failure.ts";
import type { ModelId } from "../../../worker/protocol/ids.ts";
import { toResult } from "../../state/app-state.ts";
import type { App } from "../../state/create-app.ts";

/** One of two models, its answer once it was asked, and how long that took. */
export interface Side {
  readonly modelId: ModelId;
  readonly receipt?: SendReceipt;
  readonly milliseconds?: number;
}

/** Has each model answer, the second beside the first in the same chat. A model that does not load ends it; the page says so. */
export async function askBoth(
  { api, models, store }: Pick<App, "api" | "models" | "store">,
  text: string,
  pair: readonly ModelId[],
  show: (sides: readonly Side[]) => void,
): Promise<Failure | null> {
  let sides: readonly Side[] = pair.map((modelId) => ({ modelId }));
  let receipt: SendReceipt | undefined;
  show(sides);
  for (const [index, modelId] of pair.entries()) {
    const isLoaded = (): boolean => {
      const { modelState } = store.getState();
      return modelState.type === "ready" && modelState.modelId === modelId;
    };
    if (!isLoaded()) await models.loadModel(modelId);
    if (!isLoaded()) return null;
    const startedAt = performance.now();
    const begun = await toResult(
      receipt === undefined
        ? api.send({ conversationId: null, text, askModel: true })
        : api.regenerate(receipt.assistantMessageId),
    );
    if (!begun.ok) return begun.failure;
    receipt = begun.value;
    sides = sides.with(index, { modelId, receipt });
    show(sides);
    await waitForEnd(store, receipt);
    sides = sides.with(index, { modelId, receipt, milliseconds: performance.now() - startedAt });
    show(sides);
  }
  return null;
}

function waitForEnd(store: App["store"], { runId }: SendReceipt): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (store.getState().runs[runId]?.end === undefined) return;
      stop();
      resolve();
    };
    const stop = store.subscribe(look);
    look();
  });
}
