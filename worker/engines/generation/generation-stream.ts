import type { GenerateRequest, ModelEvent } from "../../agent/ports/model-client.ts";
import { Inbox } from "../../platform/deferred.ts";
import { assertNever } from "../../protocol/assert-never.ts";
import { defined } from "../../protocol/defined.ts";
import type { Failure } from "../../protocol/failure.ts";
import type { TurnUsage } from "../../protocol/model.ts";
import type { FinishReason } from "../../protocol/run-event.ts";

/** How a stream ended; `constraint-rejected` comes before any event: the engine cannot apply the constraint. */
export type StreamEnd = "ended" | "constraint-rejected";

/** A report of an engine while it generates. The last step is `done` or `fault`. */
export type EngineStep =
  | { readonly type: "progress"; readonly done: number; readonly total: number }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "done"; readonly finishReason: FinishReason; readonly usage: TurnUsage; readonly stop?: string }
  | { readonly type: "fault"; readonly failure: Failure };

/**
 * Turns the steps that an engine's callbacks report into the client's stream of events, in order. The request's signal
 * ends the stream at once, whatever the engine is still doing.
 */
export class GenerationStream {
  /** The output that the stream has passed on. */
  raw = "";
  /** Whether the stream met a fault. */
  failed = false;
  readonly #cancel = new AbortController();
  readonly #request: Pick<GenerateRequest, "signal" | "constraint">;
  readonly #steps = new Inbox<EngineStep>();
  readonly #now: () => number;
  readonly #startedAt: number;
  #firstTextAt: number | null = null;
  #texts = 0;
  #promptTokens = 0;

  /** `now` is a monotonic clock in milliseconds. */
  constructor(request: Pick<GenerateRequest, "signal" | "constraint">, now: () => number = () => performance.now()) {
    this.#request = request;
    this.#now = now;
    this.#startedAt = now();
    request.signal.addEventListener("abort", this.#stop, { once: true });
    if (request.signal.aborted) this.#stop();
  }

  /** Fires when nobody reads the stream any more. */
  get signal(): AbortSignal {
    return this.#cancel.signal;
  }

  readonly report = (step: EngineStep): void => {
    if (step.type === "progress") this.#promptTokens = step.done;
    if (step.type === "text") {
      this.#texts += 1;
      this.#firstTextAt ??= this.#now();
    }
    this.#steps.push(step);
  };

  readonly #stop = (): void => {
    this.#cancel.abort();
    this.report({ type: "done", finishReason: "aborted", usage: this.measure() });
  };

  /** The cost so far, for a generation that was stopped or whose engine does not count. A text is one token. */
  measure(): TurnUsage {
    const now = this.#now();
    const firstAt = this.#firstTextAt ?? now;
    return {
      promptTokens: this.#promptTokens,
      cachedTokens: 0,
      completionTokens: this.#texts,
      prefillMs: Math.round(firstAt - this.#startedAt),
      decodeMs: Math.round(now - firstAt),
    };
  }

  /** Yields events up to the first `done` or `fault`; a constraint rejected before any text is left to the caller. */
  async *play(): AsyncGenerator<ModelEvent, StreamEnd, void> {
    const isConstrained = this.#request.constraint !== null;
    for (;;) {
      const step = await this.#steps.next();
      switch (step.type) {
        case "progress":
          yield { type: "prefill-progress", done: step.done, total: step.total };
          break;
        case "text":
          this.raw += step.text;
          yield { type: "text-delta", text: step.text };
          break;
        case "done": {
          const { finishReason, usage, stop } = step;
          yield { type: "end", finishReason, raw: this.raw, usage, ...defined({ stop }) };
          return "ended";
        }
        case "fault":
          this.failed = true;
          if (isConstrained && this.raw === "" && step.failure.code === "grammar-rejected")
            return "constraint-rejected";
          yield { type: "failure", failure: step.failure, raw: this.raw };
          return "ended";
        default:
          return assertNever(step);
      }
    }
  }

  /** Ends the stream: the engine may stop. */
  close(): void {
    this.#request.signal.removeEventListener("abort", this.#stop);
    this.#cancel.abort();
  }
}
