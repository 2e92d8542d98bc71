import { useId, useState } from "react";
import type { ModelPolicy } from "../../../../worker/protocol/evals.ts";
import type { Failure } from "../../../../worker/protocol/failure.ts";
import { type ModelEntry, type ModelState, POLICY_IDS, type PolicyId } from "../../../../worker/protocol/model.ts";
import type { Translator } from "../../../messages/translate.ts";
import { useText } from "../../../messages/use-text.ts";
import { useRead } from "../../../services/use-read.ts";
import { useApp, useAppState } from "../../../state/use-app.ts";
import { Button } from "../../../ui/button.tsx";
import { FailureCard } from "../../../ui/failure-card.tsx";
import { Options } from "../../../ui/fields/form.tsx";

interface PolicyChoiceProps {
  readonly model: ModelEntry;
  readonly state: ModelState;
}

/** How a model is asked: what is known or was measured, and what the user says instead. */
export function PolicyChoice({ model, state }: PolicyChoiceProps) {
  const t = useText();
  const id = useId();
  const { models } = useApp();
  const policies = useAppState(({ settings }) => settings.policies);
  const found = useModelPolicy(model, state);
  if (found === null) return null;
  const choose = (value: string) => {
    const { [model.id]: _, ...others } = policies ?? {};
    const policy = POLICY_IDS.find((each) => each === value);
    void models.changeSettings({ policies: policy === undefined ? others : { ...others, [model.id]: policy } });
  };
  const isLoaded = state.type === "ready" && state.modelId === model.id;
  return (
    <div className="field" data-testid="policy" data-policy={policies?.[model.id] ?? found.policy} data-why={found.why}>
      <label htmlFor={id}>{t.text("models.policy")}</label>
      <select id={id} value={policies?.[model.id] ?? ""} onChange={(event) => choose(event.target.value)}>
        <option value="">{toReason(found, t)}</option>
        <Options of={OFFERED} toText={(policy) => t.text(`models.policy.${policy}`)} />
      </select>
      <p className="quiet">{t.text("models.policy.note")}</p>
      {isLoaded && found.why !== "known" && <Measuring policy={found} />}
    </div>
  );
}

/** A model of no training of ours cannot be asked as one. */
const OFFERED: readonly PolicyId[] = POLICY_IDS.filter((policy) => policy !== "tuned");

/** How the model is asked where the user has chosen nothing; null until that is known. */
function useModelPolicy({ id }: ModelEntry, { type }: ModelState): ModelPolicy | null {
  const told = useAppState(({ policies }) => policies[id]);
  // A load may have begun a trial, and an ended one has told of itself.
  const read = useRead((api) => api.policyOf(id), [id, type]);
  return told ?? read ?? null;
}

function toReason({ policy, why, trial }: ModelPolicy, t: Translator): string {
  const name = t.text(`models.policy.${policy}`);
  if (why === "known") return t.text("models.policy.known", { name });
  if (why === "assumed" || trial === undefined) return t.text("models.policy.assumed", { name });
  const { native, staged } = trial;
  const [own, other] = policy === "staged" ? [staged, native] : [native, staged];
  return t.text(policy === "staged" ? "models.policy.measured-staged" : "models.policy.measured-native", {
    passed: t.number(own.passed),
    of: t.number(own.of),
    otherPassed: t.number(other.passed),
    otherOf: t.number(other.of),
  });
}

/** Starts the comparison anew, and says that it is under way. */
function Measuring({ policy }: { readonly policy: ModelPolicy }) {
  const t = useText();
  const { api } = useApp();
  const [failure, setFailure] = useState<Failure | null>(null);
  const measure = async () => {
    const begun = await api.measurePolicy();
    setFailure(begun.ok ? null : begun.failure);
  };
  return (
    <>
      <div className="row">
        <Button small disabled={policy.isMeasuring} onClick={() => void measure()}>
          {t.text(policy.why === "measured" ? "models.policy.again" : "models.policy.measure")}
        </Button>
        <span className="quiet" role="status">
          {policy.isMeasuring ? t.text("models.policy.measuring") : ""}
        </span>
      </div>
      {failure !== null && <FailureCard failure={failure} onDismiss={() => setFailure(null)} />}
    </>
  );
}
