import type { ModelClient } from "../../agent/ports/model-client.ts";
import type { Clock } from "../../agent/ports/run-deps.ts";
import type { EvalsDeps } from "../../evals/run-evals.ts";
import type { ScoreStore } from "../../evals/score-store.ts";
import type { EvalsApi } from "../../protocol/api/evals-api.ts";
import type { EvalPlan, EvalResult, EvalScore, EvalState } from "../../protocol/evals.ts";
import type { Result } from "../../protocol/failure.ts";
import type { ModelState } from "../../protocol/model.ts";
import type { RunRegistry } from "../runs/run-registry.ts";

/** The cases, the loop around them and the scores; loaded when the gym is first asked for. */
export interface Evals {
  chooseCases(plan: EvalPlan): readonly unknown[];
  runEvals(plan: EvalPlan, deps: EvalsDeps): AsyncGenerator<EvalResult, void, void>;
  toScore(
    plan: EvalPlan,
    results: readonly EvalResult[],
    facts: Pick<EvalScore, "modelId" | "engine" | "format" | "at">,
  ): EvalScore;
}

export interface EvalsApiDeps {
  loadEvals(): Promise<Evals>;
  readonly scores: ScoreStore;
  readModel(): Promise<{ readonly state: ModelState; whenReady(): Promise<ModelClient | null> }>;
  /** The gym has the model like any run: no question is taken meanwhile, and loading another model ends it. */
  readonly runs: Pick<RunRegistry, "begin" | "add">;
  /** The model has seen other prompts since the last answer. */
  onModelUsed(): void;
  readonly clock: Clock;
  newId(): string;
}

/** Puts the loaded model through the gym's cases, tells how it goes and keeps the score. */
export function createEvalsApi(deps: EvalsApiDeps): EvalsApi {
  let state: EvalState = { type: "idle", done: 0, total: 0, results: [], score: null };
  let emit: ((state: EvalState) => void) | null = null;
  let stop = (): void => undefined;
  const setState = (next: EvalState): void => {
    state = next;
    emit?.(next);
  };

  const drive = async (plan: EvalPlan, gym: Evals, model: ModelClient): Promise<void> => {
    const source = new AbortController();
    stop = () => source.abort();
    const results: EvalResult[] = [];
    const total = gym.chooseCases(plan).length;
    setState({ type: "running", done: 0, total, results, score: null });
    const { engine, modelId, format } = model.info;
    try {
      const { clock } = deps;
      for await (const result of gym.runEvals(plan, {
        model,
        clock,
        newId: () => deps.newId(),
        signal: source.signal,
      })) {
        results.push(result);
        setState({ type: "running", done: results.length, total, results: [...results], score: null });
      }
    } finally {
      const facts = { modelId, engine, format: plan.format ?? format, at: deps.clock.wallNow() };
      const score = results.length === 0 ? null : gym.toScore(plan, results, facts);
      if (score !== null) await deps.scores.put(score);
      deps.onModelUsed();
      setState({ type: "idle", done: results.length, total, results: [...results], score });
    }
  };

  return {
    startEvals: (plan) =>
      deps.runs.begin(async (): Promise<Result<null>> => {
        const model = await (await deps.readModel()).whenReady();
        if (model === null) return { ok: false, failure: { code: "no-model" } };
        const gym = await deps.loadEvals();
        const done = drive(plan, gym, model).catch(() => undefined);
        deps.runs.add(deps.newId(), "gym", { stop: () => stop(), decide: () => undefined, done });
        return { ok: true, value: null };
      }),
    stopEvals: async () => stop(),
    watchEvals: async (listener) => {
      emit = listener;
      listener(state);
    },
    listEvalScores: () => deps.scores.list(),
  };
}
