import type { ModelClient, ModelInfo } from "../../agent/ports/model-client.ts";
import type { TrialRecord, TrialStore } from "../../evals/trial-store.ts";
import type { AgentEvent } from "../../protocol/api/agent-event.ts";
import { defined } from "../../protocol/defined.ts";
import type { ModelPolicy } from "../../protocol/evals.ts";
import type { ModelId } from "../../protocol/ids.ts";
import type { ModelEntry, PolicyId } from "../../protocol/model.ts";
import type { Settings } from "../../protocol/settings.ts";
import { choosePolicy, isTriable, type PolicyFacts } from "./choose-policy.ts";
import { createPolicyTrial, type PolicyTrialDeps } from "./policy-trial.ts";

/** The policy of each model, and the trial that finds one for an unknown model. */
export type ModelPolicies = ReturnType<typeof createModelPolicies>;

export interface ModelPoliciesDeps
  extends Omit<PolicyTrialDeps, "isUnknown" | "isChosen" | "readTrial" | "keepTrial" | "noteMeasuring"> {
  emit(event: AgentEvent): void;
  readonly trials: TrialStore;
  readLibrary(): Promise<{ list(): Promise<readonly ModelEntry[]> }>;
  readonly settings: { readonly current: Pick<Settings, "policies"> };
}

/** The catalog's facts of a model. */
type CatalogFacts = Omit<PolicyFacts, "chosen" | "trial">;

export function createModelPolicies(deps: ModelPoliciesDeps) {
  const { trials, settings } = deps;
  const facts = new Map<ModelId, CatalogFacts>();
  const records = new Map<ModelId, TrialRecord | null>();
  let measured: ModelId | null = null;
  let listing: Promise<void> | null = null;

  async function list(): Promise<void> {
    for (const { id, engines, title, policy, weightBytes } of await (await deps.readLibrary()).list()) {
      facts.set(id, { engines, name: title, ...defined({ bytes: weightBytes, known: policy }) });
    }
  }

  async function readFacts(modelId: ModelId): Promise<CatalogFacts | null> {
    if (!facts.has(modelId)) {
      // The page asks for many models at once.
      listing ??= list().finally(() => {
        listing = null;
      });
      await listing;
    }
    return facts.get(modelId) ?? null;
  }

  async function readTrial(modelId: ModelId): Promise<TrialRecord | null> {
    const known = records.get(modelId);
    if (known !== undefined) return known;
    const record = await trials.read(modelId).catch(() => null);
    records.set(modelId, record);
    return record;
  }

  async function toFacts(modelId: ModelId): Promise<PolicyFacts> {
    const known = (await readFacts(modelId)) ?? { engines: [], name: modelId };
    const record = isTriable(known.engines) ? await readTrial(modelId) : null;
    return record?.isOver === true ? { ...known, trial: { native: record.native, staged: record.staged } } : known;
  }

  /** How a model is asked where the user has chosen nothing. */
  async function explain(modelId: ModelId): Promise<ModelPolicy> {
    const known = await toFacts(modelId);
    const { policy, why } = choosePolicy(known);
    const isMeasuring = measured === modelId;
    if (why === "measured") return { modelId, policy, why, isMeasuring, ...defined({ trial: known.trial }) };
    return { modelId, policy, why: why === "chosen" ? "known" : why, isMeasuring };
  }

  async function isUnknown({ info }: ModelClient): Promise<boolean> {
    const known = await readFacts(info.modelId);
    if (known === null || (info.policy ?? known.known) !== undefined) return false;
    return isTriable(known.engines) && isTriable([info.engine]);
  }

  const trial = createPolicyTrial({
    ...deps,
    isUnknown,
    isChosen: (modelId) => settings.current.policies?.[modelId] !== undefined,
    readTrial,
    keepTrial: async (record) => {
      records.set(record.modelId, record);
      await trials.put(record);
    },
    noteMeasuring: async (modelId, isMeasuring) => {
      measured = isMeasuring ? modelId : null;
      deps.emit({ type: "policy", policy: await explain(modelId) });
    },
  });
  return {
    ...trial,
    explain,
    /** The policy of a loaded model's runs. */
    choose: async ({ modelId, policy, engine }: ModelInfo): Promise<PolicyId> => {
      const known = await toFacts(modelId);
      const engines = known.engines.length > 0 ? known.engines : [engine];
      const chosen = settings.current.policies?.[modelId];
      return choosePolicy({ ...known, engines, ...defined({ chosen, known: policy ?? known.known }) }).policy;
    },
  };
}
