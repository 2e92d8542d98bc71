import type { ModelClient } from "../../agent/ports/model-client.ts";
import type { EvalsApi } from "../../protocol/api/evals-api.ts";
import type { EvalPlan, EvalResult, EvalState } from "../../protocol/evals.ts";
import { failed, type Result } from "../../protocol/failure.ts";
import type { Evals } from "../host-deps.ts";
import type { HostParts } from "../host-parts.ts";
import type { ModelPolicies } from "../policies/model-policies.ts";
import type { RunRegistry } from "../runs/run-registry.ts";
import { toResult } from "../to-result.ts";

interface EvalsApiDeps extends Pick<HostParts, "loadEvals" | "evalScores" | "clock" | "newId" | "onModelUsed"> {
  /** The loaded model, or null. */
  readModel(): Promise<ModelClient | null>;
  /** Evals occupy the model as a run does. A question ends them, and so does loading another model. */
  readonly runs: Pick<RunRegistry, "begin" | "add">;
  readonly policies: Pick<ModelPolicies, "choose" | "explain" | "measure">;
}

/** The model and all else that evals are run with. */
interface EvalsModel extends Pick<HostParts, "clock" | "newId"> {
  readonly evals: Evals;
  readonly model: ModelClient;
  readonly signal: AbortSignal;
}

/** Runs the evals with the loaded model, reports their progress and stores the score. */
export function createEvalsApi(deps: EvalsApiDeps): EvalsApi {
  const { clock, evalScores, newId, policies } = deps;
  let state: EvalState = { type: "idle", done: 0, total: 0, results: [], score: null };
  let listener: ((state: EvalState) => void) | null = null;
  let controller = new AbortController();
  /** Work that has the model until it ends, is stopped, or a question comes. */
  const occupy = <Value>(work: (given: EvalsModel) => Promise<Value>) =>
    deps.runs.begin(async (): Promise<Result<{ readonly done: Promise<Value> }>> => {
      const model = await deps.readModel();
      if (model === null) return failed("no-model");
      const evals = await deps.loadEvals();
      const source = new AbortController();
      controller = source;
      const { signal } = source;
      const done = work({ clock, newId, evals, model, signal }).finally(() => deps.onModelUsed(model));
      deps.runs.add(newId(), "evals", {
        yields: true,
        stop: () => source.abort(),
        decide: () => undefined,
        done: Promise.allSettled([done]).then(() => undefined),
      });
      return { ok: true, value: { done } };
    });

  async function runPlan(plan: EvalPlan, { evals, ...given }: EvalsModel): Promise<void> {
    const { info } = given.model;
    const results: EvalResult[] = [];
    const total = evals.chooseCases(plan).length;
    const tell = (type: EvalState["type"], score: EvalState["score"] = null): void => {
      state = { type, done: results.length, total, results: [...results], score };
      listener?.(state);
    };
    tell("running");
    try {
      // Asked as the chat asks it; a format of its own, or no constraint, is a trial of the model's dialect.
      const isOwnWay = plan.format === null && plan.constrained;
      const way = isOwnWay ? { policy: await policies.choose(info) } : {};
      for await (const result of evals.runEvals(plan, { ...given, ...way })) {
        results.push(result);
        tell("running");
      }
    } finally {
      const { engine, modelId } = info;
      const facts = { modelId, engine, format: plan.format ?? info.format, at: clock.wallNow() };
      const score = results.length === 0 ? null : evals.toScore(plan, results, facts);
      if (score !== null) await evalScores.put(score);
      tell("idle", score);
    }
  }

  return {
    startEvals: async (plan) => {
      const begun = await occupy((given) => runPlan(plan, given));
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
    listEvalScores: () => evalScores.list(),
    policyOf: (modelId) => policies.explain(modelId),
    measurePolicy: () => policies.measure(),
  };
}
