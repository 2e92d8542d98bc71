import type { GenerateRequest, ModelEvent } from "../../agent/ports/model-client.ts";
import { raceAbort } from "../../platform/race-abort.ts";
import type { Result } from "../../protocol/failure.ts";
import type { TurnUsage } from "../../protocol/model.ts";
import { GenerationStream, type StreamEnd } from "./generation-stream.ts";

/** An engine's part of a generation. */
export interface EngineGeneration<Engine> {
  /** Waits until the engine is idle, and loads it again if it is gone. */
  prepare(signal: AbortSignal): Promise<Result<Engine>>;
  /** Begins one generation, which reports its steps to the stream. Returns what to call when nobody reads that any more. */
  begin(engine: Engine, request: GenerateRequest, stream: GenerationStream): () => void;
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
 * Guarantees of every client of the model port around its own work: one generation at a time, an immediate end for a
 * signal that has already fired, and a second attempt without the constraint where the engine rejects it.
 */
export class ExclusiveGeneration {
  #busy = false;
  /** Work under way that excludes generations; one that comes meanwhile waits for it. */
  #work: Promise<unknown> | null = null;

  async *generate<Engine>(
    request: GenerateRequest,
    steps: EngineGeneration<Engine>,
  ): AsyncGenerator<ModelEvent, void, void> {
    while (this.#work !== null) await this.#work;
    if (this.#busy) {
      yield { type: "failure", failure: { code: "engine-busy" }, raw: "" };
      return;
    }
    this.#busy = true;
    try {
      if ((yield* attempt(request, steps)) === "ended") return;
      for await (const event of attempt({ ...request, constraint: null }, steps)) {
        yield event.type === "end" ? { ...event, notice: CONSTRAINT_REJECTED } : event;
      }
    } finally {
      this.#busy = false;
    }
  }

  /** Runs short work that holds generations off meanwhile. Returns null when one, or other such work, is in progress. */
  async run<Value>(work: () => Promise<Value>): Promise<Value | null> {
    if (this.#busy || this.#work !== null) return null;
    const working = work();
    this.#work = working.catch(() => undefined);
    try {
      return await working;
    } finally {
      this.#work = null;
    }
  }
}

async function* attempt<Engine>(
  request: GenerateRequest,
  { prepare, begin }: EngineGeneration<Engine>,
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
  const stream = new GenerationStream(request);
  const leave = begin(prepared.value, request, stream);
  try {
    return yield* stream.play();
  } finally {
    stream.close();
    leave();
  }
}
