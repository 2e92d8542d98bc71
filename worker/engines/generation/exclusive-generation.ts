import type { GenerateRequest, ModelEvent } from "../../agent/ports/model-client.ts";
import type { OutputConstraint } from "../../formats/grammar/output-constraint.ts";
import type { Result } from "../../protocol/failure.ts";
import type { TurnUsage } from "../../protocol/model.ts";
import { raceAbort } from "./race-abort.ts";

/** How a stream went out: `constraint-rejected` before its first event, if the engine cannot apply the constraint. */
export type StreamEnd = "ended" | "constraint-rejected";

/** An engine's part of a generation. */
export interface GenerationSteps<Engine> {
  /** Waits until the engine is free, and starts it again if it is gone. */
  prepare(signal: AbortSignal): Promise<Result<Engine>>;
  /** One generation, with exactly one `end` or `failure` as its last event unless the constraint is rejected. */
  stream(
    engine: Engine,
    request: GenerateRequest,
    constraint: OutputConstraint | null,
    notice?: string,
  ): AsyncGenerator<ModelEvent, StreamEnd, void>;
}

export const NO_USAGE: TurnUsage = {
  promptTokens: 0,
  cachedTokens: 0,
  completionTokens: 0,
  prefillMs: 0,
  decodeMs: 0,
};

const CONSTRAINT_REJECTED = "The engine could not read the tools' grammar, so this answer was not locked to it.";

/**
 * What every client of the model port owes before and around its own work: one generation at a time, an end at once for
 * a signal that has fired, and a retry without the constraint if the engine rejects it.
 */
export class GenerationGate {
  #busy = false;

  async *generate<Engine>(
    request: GenerateRequest,
    steps: GenerationSteps<Engine>,
  ): AsyncGenerator<ModelEvent, void, void> {
    if (this.#busy) {
      yield { type: "failure", failure: { code: "engine-busy" }, raw: "" };
      return;
    }
    this.#busy = true;
    try {
      if ((yield* attempt(request, steps, request.constraint)) === "constraint-rejected") {
        yield* attempt(request, steps, null, CONSTRAINT_REJECTED);
      }
    } finally {
      this.#busy = false;
    }
  }

  /** Work that keeps generations out meanwhile; null when one is under way. */
  async run<Value>(work: () => Promise<Value>): Promise<Value | null> {
    if (this.#busy) return null;
    this.#busy = true;
    try {
      return await work();
    } finally {
      this.#busy = false;
    }
  }
}

async function* attempt<Engine>(
  request: GenerateRequest,
  { prepare, stream }: GenerationSteps<Engine>,
  constraint: OutputConstraint | null,
  notice?: string,
): AsyncGenerator<ModelEvent, StreamEnd, void> {
  const { signal } = request;
  const prepared = signal.aborted ? "aborted" : await raceAbort(prepare(signal), signal);
  if (prepared === "aborted") {
    yield { type: "end", finishReason: "aborted", raw: "", usage: NO_USAGE };
    return "ended";
  }
  if (!prepared.ok) {
    yield { type: "failure", failure: prepared.failure, raw: "" };
    return "ended";
  }
  return yield* stream(prepared.value, request, constraint, notice);
}
