import type { GenerateRequest, ModelClient, ModelEvent } from "../worker/agent/ports/model-client.ts";
import { wrapClient } from "../worker/agent/ports/wrap-client.ts";
import { createDeferred } from "../worker/platform/deferred.ts";
import { describeError } from "../worker/protocol/describe-error.ts";
import { failed, type Result } from "../worker/protocol/failure.ts";
import type { SamplingSettings } from "../worker/protocol/model.ts";
import { AnswerError } from "./answer-error.ts";
import { checkValues } from "./check-values.ts";

/** A model that an agent or a skill answers with. It is opened by the first question and stays open until `close`. */
export interface Model {
  readonly name: string;
  /** Sampling for every question to it; a question's own values come first. */
  readonly sampling: SamplingSettings;
  /** Opens the model; later calls get the same client. Rejects with an `AnswerError` that says why it cannot be opened. */
  open(): Promise<ModelClient>;
  /** Frees the memory. The next question opens it again. */
  close(): Promise<void>;
}

/** The declaration of a model by its engine. */
export interface ModelDefinition {
  readonly name: string;
  readonly sampling?: SamplingSettings;
  /** Loads the engine. The signal fires when the model is closed meanwhile. */
  load(signal: AbortSignal): Promise<Result<ModelClient>>;
}

/** Makes a model of an engine's loader: opened once, one generation at a time, opened anew after a loss. */
export function defineModel({ name, sampling = {}, load }: ModelDefinition): Model {
  checkValues(name, sampling);
  let opened: Promise<ModelClient> | null = null;
  let cancel = new AbortController();
  const open = async (signal: AbortSignal): Promise<ModelClient> => {
    const loaded = await load(signal).catch(
      (error: unknown): Result<never> => failed("internal", describeError(error)),
    );
    if (loaded.ok) return oneAtATime(loaded.value);
    const { code, detail } = loaded.failure;
    const why = detail === undefined ? `(${code})` : `(${code}): ${detail}`;
    throw new AnswerError(`The model '${name}' cannot be opened ${why}`, {
      reason: "failed",
      failure: loaded.failure,
    });
  };
  return {
    name,
    sampling,
    open: () => {
      if (opened !== null) return opened;
      const opening = open(cancel.signal);
      const forget = (): void => {
        if (opened === opening) opened = null;
      };
      opened = opening;
      opening.then((client) => client.lost?.then(forget), forget);
      return opening;
    },
    close: async () => {
      const closing = opened;
      opened = null;
      cancel.abort();
      cancel = new AbortController();
      await (await closing?.catch(() => null))?.dispose();
    },
  };
}

/** The same client, whose generations wait for one another: agents may share a model. */
function oneAtATime(client: ModelClient): ModelClient {
  let last: Promise<void> = Promise.resolve();
  async function* generate(request: GenerateRequest): AsyncGenerator<ModelEvent, void, void> {
    const before = last;
    const done = createDeferred();
    last = done.promise;
    try {
      await before;
      yield* client.generate(request);
    } finally {
      done.resolve();
    }
  }
  return wrapClient(client, { generate });
}
