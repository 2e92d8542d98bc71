import { resolvesWithin } from "../../platform/race-abort.ts";
import type { Result } from "../../protocol/failure.ts";

/** How one kind of engine is started and ended. */
export interface EngineLifecycle<Engine> {
  load(signal: AbortSignal): Promise<Result<Engine>>;
  unload(engine: Engine): Promise<void>;
  /** Called with every engine that is put to use, the first one included. */
  onStart?(engine: Engine): void;
  /** True when the engine can no longer answer; absent where only a generation can tell. */
  isLost?(engine: Engine): boolean;
  /** How long the engine may take to notice an abort before it is ended and loaded again. */
  readonly settleTimeoutMs: number;
}

/** A client's engine, loaded again after it died or did not stop its last generation. */
export class RestartableEngine<Engine> {
  /** Resolves when the engine has stopped its last generation. */
  settled: Promise<void> = Promise.resolve();
  #current: Engine | null = null;
  readonly #lifecycle: EngineLifecycle<Engine>;

  constructor(engine: Engine, lifecycle: EngineLifecycle<Engine>) {
    this.#lifecycle = lifecycle;
    this.#start(engine);
  }

  /** Null while no engine is loaded. */
  get current(): Engine | null {
    return this.#current;
  }

  /** Waits until the engine is idle, and loads it again where needed. */
  async prepare(signal: AbortSignal): Promise<Result<Engine>> {
    const { settleTimeoutMs, isLost, load } = this.#lifecycle;
    const isIdle = await resolvesWithin(this.settled, settleTimeoutMs);
    if (!isIdle || (this.#current !== null && isLost?.(this.#current) === true)) await this.drop();
    if (this.#current !== null) return { ok: true, value: this.#current };
    const loaded = await load(signal);
    if (loaded.ok) this.#start(loaded.value);
    return loaded;
  }

  /** Ends the engine; the next generation loads it again. */
  async drop(): Promise<void> {
    const engine = this.#current;
    this.#current = null;
    this.settled = Promise.resolve();
    if (engine !== null) await this.#lifecycle.unload(engine);
  }

  #start(engine: Engine): void {
    this.#current = engine;
    this.#lifecycle.onStart?.(engine);
  }
}
