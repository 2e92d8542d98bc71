import type { GenerateRequest, ModelClient, ModelEvent, ModelInfo } from "../../agent/ports/model-client.ts";
import type { OutputConstraint } from "../../formats/output-constraint.ts";
import { createDeferred } from "../../platform/deferred.ts";
import { raceAbort } from "../../platform/race-abort.ts";
import type { Failure, Result } from "../../protocol/failure.ts";
import type { LoadProgress } from "../../protocol/model.ts";
import { NO_USAGE } from "../generation/exclusive-generation.ts";
import { lead } from "./lead.ts";
import type { Seat, SeatEnd, SharedModelDeps } from "./seat.ts";
import { takeSeat } from "./take-seat.ts";

/**
 * A model whose engine runs in one tab for all of them. When that tab is closed, the next one loads the model, and an
 * answer that was being written goes on from its last word.
 */
export class SharedModel implements ModelClient {
  readonly #loss = createDeferred<Failure>();
  readonly lost: Promise<Failure> = this.#loss.promise;
  readonly #deps: SharedModelDeps;
  readonly #end = new AbortController();
  #info: ModelInfo;
  /** Null while the engine is unloaded everywhere. */
  #seat: Promise<Result<Seat>> | null;

  private constructor(deps: SharedModelDeps, seat: Seat) {
    this.#deps = deps;
    this.#info = seat.info;
    this.#seat = Promise.resolve({ ok: true, value: seat });
    this.#watch(seat);
  }

  static async load(
    deps: SharedModelDeps,
    onProgress: (progress: LoadProgress) => void,
    signal: AbortSignal,
  ): Promise<Result<SharedModel>> {
    const seat = await takeSeat(deps, onProgress, signal);
    return seat.ok ? { ok: true, value: new SharedModel(deps, seat.value) } : seat;
  }

  get info(): ModelInfo {
    return this.#info;
  }

  async *generate(request: GenerateRequest): AsyncGenerator<ModelEvent, void, void> {
    const { signal } = request;
    let raw = "";
    let written = 0;
    for (;;) {
      const seat = await raceAbort(this.#takeSeat(), signal);
      if (seat === "aborted" || signal.aborted) {
        yield { type: "end", finishReason: "aborted", raw, usage: NO_USAGE };
        return;
      }
      if (!seat.ok) {
        yield { type: "failure", failure: seat.failure, raw };
        return;
      }
      const before = raw;
      for await (const event of seat.value.generate(toRest(request, raw, written))) {
        if (event.type === "moved") break;
        if (event.type === "text-delta") {
          raw += event.text;
          written += 1;
        }
        if (event.type === "end" || event.type === "failure") {
          // A leader that stopped without a word has written what came.
          yield { ...event, raw: event.raw === "" ? raw : before + event.raw };
          return;
        }
        yield event;
      }
    }
  }

  async countTokens(text: string): Promise<number | null> {
    const seat = await this.#takeSeat();
    return seat.ok ? seat.value.countTokens(text) : null;
  }

  async dispose(): Promise<void> {
    this.#end.abort();
    const seat = await this.#seat;
    if (seat?.ok === true) await seat.value.leave();
  }

  #takeSeat(): Promise<Result<Seat>> {
    this.#seat ??= this.#sit(takeSeat(this.#deps, () => undefined, this.#end.signal));
    return this.#seat;
  }

  async #sit(taking: Promise<Result<Seat>>): Promise<Result<Seat>> {
    const seat = await taking;
    if (!seat.ok) {
      if (!this.#end.signal.aborted) this.#loss.resolve(seat.failure);
      return seat;
    }
    this.#info = seat.value.info;
    this.#watch(seat.value);
    return seat;
  }

  #watch(seat: Seat): void {
    void seat.lost?.then(this.#loss.resolve);
    void seat.over.then((end) => this.#replace(end));
  }

  #replace(end: SeatEnd): void {
    const { signal } = this.#end;
    if (signal.aborted) {
      if (end.type === "inherited") end.lock.release();
      return;
    }
    if (end.type === "inherited") this.#seat = this.#sit(lead(this.#deps, end.lock, () => undefined, signal));
    // Loaded again when it is next needed: somebody may want the memory.
    else this.#seat = null;
  }
}

/** The rest of a request, once some of it is written. */
function toRest(request: GenerateRequest, raw: string, written: number): GenerateRequest {
  if (raw === "") return request;
  return {
    ...request,
    prompt: request.prompt + raw,
    maxTokens: Math.max(1, request.maxTokens - written),
    constraint: toRestOfConstraint(request.constraint, raw),
  };
}

/** A grammar cannot begin in the middle of a call. */
function toRestOfConstraint(constraint: OutputConstraint | null, raw: string): OutputConstraint | null {
  const triggers = constraint?.gbnf.triggers ?? [];
  const isUntouched = triggers.length > 0 && !triggers.some((trigger) => raw.includes(trigger));
  return isUntouched ? constraint : null;
}
