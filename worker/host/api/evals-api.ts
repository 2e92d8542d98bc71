import type { ModelClient } from "../../agent/ports/model-client.ts";
import type { EvalsApi } from "../../protocol/api/evals-api.ts";
import type { EvalPlan, EvalResult, EvalState } from "../../protocol/evals.ts";
import type { Result } from "../../protocol/failure.ts";
import type { Evals } from "../host-deps.ts";
import type { HostParts } from "../host-parts.ts";
import type { ModelPolicies } from "../policies/model-policies.ts";
import type { RunRegistry } from "../runs/run-registry.ts";
import { toResult } from "../to-result.ts";

interface EvalsApiDeps extends Pick<HostParts, "loadEvals" | "evalScores" | "clock" | "newId"> {
  /** The loaded model, or null. */
  readModel(): Promise<ModelClient | null>;
  /** Evals occupy the model as a run does. A question ends them, and so does loading another model. */
  readonly runs: Pick<RunRegistry, "begin" | "add">;
  readonly policies: Pick<ModelPolicies, "choose" | "explain" | "measure">;
  /** The model has seen other prompts since the last answer. */
  onModelUsed(model: ModelClient): void;
}

/** Runs the evals with the loaded model, reports their progress and stores the score. */
export function createEvalsApi(deps: EvalsApiDeps): EvalsApi {
  let state: EvalState = { type: "idle", done: 0, total: 0, results: [], score: null };
  let listener: ((state: EvalState) => void) | null = null;
  let controller = new AbortController();
  const setState = (next: EvalState): void => {
    state = next;
    listener?.(next);
  };
  /** Work that has the model until it ends, is stopped, or a question comes. */
  const occupy = <Value>(work: (deps: EvalsModel) => Promise<Value>) =>
    deps.runs.begin(async (): Promise<Result<{ readonly done: Promise<Value> }>> => {
      const model = await deps.readModel();
      if (model === null) return { ok: false, failure: { code: "no-model" } };
      const evals = await deps.loadEvals();
      const source = new AbortController();
      controller = source;
      const done = work({ ...deps, evals, model, signal: source.signal }).finally(() => deps.onModelUsed(model));
      deps.runs.add(deps.newId(), "evals", {
        yields: true,
        stop: () => source.abort(),
        decide: () => undefined,
        done: done.then(
          () => undefined,
          () => undefined,
        ),
      });
      return { ok: true, value: { done } };
    });
  return {
    startEvals: async (plan) => {
      const begun = await occupy((given) => runPlan(deps, { plan, ...given, setState }));
      return begun.ok ? { ok: true, value: null } : begun;
    },
    tryFormat: async (format) => {
      const begun = await occupy(({ evals, ...given }) => evals.tryFormat(format, given));
      return begun.ok ? toResult(() => begun.value.done) : begun;
    },
    stopEvals: async () => controller.abort(),
    watchEvals: async (next) => {
      listener = next;
      next(state);
    },
    listEvalScores: () => deps.evalScores.list(),
    policyOf: (modelId) => deps.policies.explain(modelId),
    measurePolicy: () => deps.policies.measure(),
  };
}

/** The model and all else that evals are run with. */
interface EvalsModel extends Pick<HostParts, "clock" | "newId"> {
  readonly evals: Evals;
  readonly model: ModelClient;
  readonly signal: AbortSignal;
}

interface EvalRun extends EvalsModel {
  readonly plan: EvalPlan;
  setState(state: EvalState): void;
}

async function runPlan(
  { evalScores, policies }: EvalsApiDeps,
  { plan, evals, setState, ...given }: EvalRun,
): Promise<void> {
  const { model, clock } = given;
  const results: EvalResult[] = [];
  const total = evals.chooseCases(plan).length;
  setState({ type: "running", done: 0, total, results, score: null });
  try {
    // Asked as the chat asks it; a format of its own, or no constraint, is a trial of the model's dialect.
    const isOwnWay = plan.format === null && plan.constrained;
    const way = isOwnWay ? { policy: await policies.choose(model.info) } : {};
    for await (const result of evals.runEvals(plan, { ...given, ...way })) {
      results.push(result);
      setState({ type: "running", done: results.length, total, results: [...results], score: null });
    }
  } finally {
    const { engine, modelId, format } = model.info;
    const facts = { modelId, engine, format: plan.format ?? format, at: clock.wallNow() };
    const score = results.length === 0 ? null : evals.toScore(plan, results, facts);
    if (score !== null) await evalScores.put(score);
    setState({ type: "idle", done: results.length, total, results: [...results], score });
  }
}
