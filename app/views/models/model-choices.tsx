import { useEffect, useId, useState } from "react";
import { defined } from "../../../worker/protocol/defined.ts";
import type { ModelPlan } from "../../../worker/protocol/device-plan.ts";
import type { FormatTrial, ModelPolicy } from "../../../worker/protocol/evals.ts";
import type { Result } from "../../../worker/protocol/failure.ts";
import {
  FORMAT_IDS,
  type FormatId,
  type ModelEntry,
  POLICY_IDS,
  type PolicyId,
  type SamplingSettings,
} from "../../../worker/protocol/model.ts";
import type { Translator } from "../../messages/translate.ts";
import { useText } from "../../messages/use-text.ts";
import { useFaults } from "../../parts/frame/use-faults.tsx";
import { useRead } from "../../services/use-read.ts";
import { useApp, useAppState, useReadyModel, useSettings } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";
import { Options } from "../../ui/fields/form.tsx";
import { SAMPLING_ROWS } from "../../ui/fields/sampling-rows.ts";
import { NumberSetting } from "../../ui/fields/setting-fields.tsx";
import { Fold } from "../../ui/fold.tsx";
import { LongText } from "../../ui/long-text.tsx";
import { toFormatName } from "./format-names.ts";

interface ModelChoiceProps {
  readonly model: ModelEntry;
}

/** How a model is asked: what is known or was measured, and what the user says instead. */
export function PolicyChoice({ model }: ModelChoiceProps) {
  const t = useText();
  const id = useId();
  const [{ policies }, change] = useSettings();
  const found = useModelPolicy(model);
  const isLoaded = useReadyModel()?.modelId === model.id;
  if (found === null) return null;
  const choose = (value: string) => {
    const policy = POLICY_IDS.find((each) => each === value);
    change({ policies: defined({ ...policies, [model.id]: policy }) });
  };
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
function useModelPolicy({ id }: ModelEntry): ModelPolicy | null {
  const type = useAppState(({ modelState }) => modelState.type);
  const announced = useAppState(({ policies }) => policies[id]);
  // A load may have begun a trial, and an ended one has said so itself.
  const read = useRead((api) => api.policyOf(id), [id, type]);
  return announced ?? read ?? null;
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
  const { fault, report } = useFaults(true);
  return (
    <>
      <div className="row">
        <Button
          text={policy.why === "measured" ? "models.policy.again" : "models.policy.measure"}
          small
          disabled={policy.isMeasuring}
          onClick={() => void report(api.measurePolicy())}
        />
        <span className="quiet" role="status">
          {policy.isMeasuring ? t.text("models.policy.measuring") : ""}
        </span>
      </div>
      {fault}
    </>
  );
}

/** How much of a conversation a model keeps in mind, with the memory that it costs. */
export function ContextChoice({ plan }: { readonly plan: ModelPlan }) {
  const t = useText();
  const id = useId();
  const [{ contexts }, change] = useSettings();
  const { contextChoices: choices = [], modelId } = plan;
  const planned = choices.findIndex(({ contextTokens }) => contextTokens === plan.contextTokens);
  const [moved, setMoved] = useState<number | null>(null);
  const index = moved ?? planned;
  const choice = choices[index];
  if (choice === undefined) return null;
  const set = (at: number): void => {
    setMoved(at);
    const contextTokens = choices[at]?.contextTokens;
    if (contextTokens !== undefined) change({ contexts: { ...contexts, [modelId]: contextTokens } });
  };
  const text = t.text("models.context-cost", {
    tokens: t.number(choice.contextTokens),
    bytes: t.bytes(choice.needBytes),
  });
  return (
    <div className="field" data-testid="context-choice">
      <label htmlFor={id}>{t.text("models.context-choice")}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={choices.length - 1}
        value={index}
        aria-valuetext={text}
        onChange={(event) => set(event.target.valueAsNumber)}
      />
      <output htmlFor={id}>{text}</output>
      <p className="quiet">{t.text("models.context-note")}</p>
    </div>
  );
}

/** How one model's tokens are chosen, where the user does not want its card's values. */
export function ModelSampling({ model }: ModelChoiceProps) {
  const t = useText();
  const [{ samplings }, change] = useSettings();
  const own = samplings?.[model.id] ?? {};
  const commit = (name: keyof SamplingSettings, value: number | undefined) => {
    const changed = defined({ ...own, [name]: value });
    const isEmpty = Object.keys(changed).length === 0;
    change({ samplings: defined({ ...samplings, [model.id]: isEmpty ? undefined : changed }) });
  };
  return (
    <Fold data-testid="model-sampling" title={t.text("models.sampling")}>
      <p className="quiet">{t.text("models.sampling.note")}</p>
      {SAMPLING_ROWS.map(({ name, label, ...bounds }) => (
        <NumberSetting
          key={name}
          label={t.text(label)}
          value={own[name]}
          {...bounds}
          onCommit={(value) => commit(name, value)}
        />
      ))}
    </Fold>
  );
}

/** How a model writes its calls: what was recognised, what the user says instead, and a look at what that does. */
export function SpeaksChoice({ model }: ModelChoiceProps) {
  const t = useText();
  const id = useId();
  const [{ formats }, change] = useSettings();
  const chosen = formats?.[model.id];
  const ready = useReadyModel();
  const isLoaded = ready?.modelId === model.id;
  const recognised = isLoaded ? ready.format : model.format;
  const choose = (value: string) => {
    const format = FORMAT_IDS.find((each) => each === value);
    change({ formats: defined({ ...formats, [model.id]: format }) });
  };
  return (
    <div className="field" data-testid="speaks">
      <label htmlFor={id}>{t.text("models.speaks")}</label>
      <select id={id} value={chosen ?? ""} onChange={(event) => choose(event.target.value)}>
        <option value="">
          {t.text(model.note === "imported" ? "models.speaks.from-file" : "models.speaks.recognised", {
            name: toFormatName(recognised, t),
          })}
        </option>
        <Options of={FORMAT_IDS} toText={(format) => toFormatName(format, t)} />
      </select>
      <p className="quiet">{t.text("models.speaks.note")}</p>
      {isLoaded && <FormatTry key={chosen ?? ""} format={chosen ?? recognised} />}
    </div>
  );
}

/** One question with tools in a format, and what the model wrote. */
function FormatTry({ format }: { readonly format: FormatId }) {
  const t = useText();
  const { api } = useApp();
  const [tried, setTried] = useState<Result<FormatTrial> | "running" | null>(null);
  const isRunning = tried === "running";
  const run = async () => {
    setTried("running");
    setTried(await api.tryFormat(format));
  };
  // Nobody waits for it once its page is left.
  useEffect(() => (isRunning ? () => void api.stopEvals() : undefined), [isRunning, api]);
  return (
    <>
      <div className="row">
        {isRunning ? (
          <Button text="gym.stop" icon="stop" small onClick={() => void api.stopEvals()} />
        ) : (
          <Button text="models.speaks.try" small onClick={() => void run()} />
        )}
      </div>
      {tried !== null && !isRunning && !tried.ok && (
        <FailureCard failure={tried.failure} onDismiss={() => setTried(null)} />
      )}
      {tried !== null && !isRunning && tried.ok && (
        <div role="status">
          <p>{t.text("models.speaks.prompt")}</p>
          <LongText text={tried.value.prompt} />
          <p>{t.text("models.speaks.answer")}</p>
          <LongText text={tried.value.raw} testId="speaks-answer" />
        </div>
      )}
    </>
  );
}
