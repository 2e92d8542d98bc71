import { useState } from "react";
import type { DeviceReport } from "../../../worker/protocol/device-plan.ts";
import type { EvalScore } from "../../../worker/protocol/evals.ts";
import type { Failure } from "../../../worker/protocol/failure.ts";
import type { LoadProgress, ModelEntry } from "../../../worker/protocol/model.ts";
import { useText } from "../../messages/use-text.ts";
import { hasStoredFiles, isBrowsersOwn } from "../../parts/model/has-stored-files.ts";
import { LoadButton } from "../../parts/model/load-button.tsx";
import { ModelNote } from "../../parts/model/model-note.tsx";
import { PlanLine, PlanTag } from "../../parts/model/plan-line.tsx";
import { useApp, useAppState, useIsDeveloper, useReadyModel } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";
import { Fold } from "../../ui/fold.tsx";
import { LoadProgressLine } from "../../ui/load-progress-line.tsx";
import { GymButton, GymLine } from "./gym-line.tsx";
import { ContextChoice, ModelSampling, PolicyChoice, SpeaksChoice } from "./model-choices.tsx";

interface ModelCardProps {
  readonly model: ModelEntry;
  readonly device: DeviceReport | null;
  readonly scores: readonly EvalScore[];
}

/** A model's facts before it is loaded, its plan on this device, and what can be done with its files. */
export function ModelCard({ model, device, scores }: ModelCardProps) {
  const t = useText();
  const isDeveloper = useIsDeveloper();
  const plan = device?.plans.find(({ modelId }) => modelId === model.id);
  const isRecommended = device?.recommendation.modelId === model.id;
  const isLoaded = useReadyModel()?.modelId === model.id;
  const needBytes = plan?.needBytes ?? model.memoryBytes;
  const size = model.downloadBytes === undefined ? undefined : t.bytes(model.downloadBytes);
  const isExact = model.local || model.id.startsWith("gguf:");
  const facts: readonly (readonly [string, string | undefined])[] = [
    [t.text("models.size"), size === undefined || isExact ? size : t.text("models.about", { bytes: size })],
    [t.text("models.memory"), needBytes === undefined ? undefined : t.bytes(needBytes)],
    // Nobody knows a server's model before it was asked.
    [
      t.text("models.context"),
      model.contextTokens === 0 ? undefined : t.text("models.tokens", { count: t.number(model.contextTokens) }),
    ],
    [t.text("models.skill"), model.toolSkill === undefined ? undefined : t.text(`models.skill.${model.toolSkill}`)],
    [t.text("models.engine"), model.engines.join(", ")],
    [t.text("models.licence"), model.licence],
  ];
  return (
    <li className="card" data-testid="model" data-model={model.id}>
      <div className="card-head">
        <h3>{model.title}</h3>
        <div className="row">
          {isRecommended && <span className="tag tag-good">{t.text("models.recommended")}</span>}
          {model.stored === true && <span className="tag">{t.text("models.stored")}</span>}
          {model.host === undefined ? (
            <span className="tag">{t.text(toOrigin(model))}</span>
          ) : (
            <span className="tag tag-warn">{t.text("model.leaves-device", { host: model.host })}</span>
          )}
        </div>
      </div>
      <ModelNote model={model} />
      {plan !== undefined && device !== null && <PlanTag plan={plan} device={device} />}
      <Pace scores={scores} />
      {size !== undefined && (
        <p className="quiet">
          {t.text("models.size")}: {isExact ? size : t.text("models.about", { bytes: size })}
        </p>
      )}
      <Fold title={t.text("details.summary")}>
        {plan !== undefined && device !== null && <PlanLine plan={plan} device={device} />}
        <dl className="facts">
          {facts.map(
            ([name, value]) =>
              value !== undefined && (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
        {plan !== undefined && <ContextChoice plan={plan} />}
        {isDeveloper && (
          <>
            {model.contextTokens !== 0 && <SpeaksChoice model={model} />}
            {model.contextTokens !== 0 && <PolicyChoice model={model} />}
            {(model.stored === true || isLoaded) && <ModelSampling model={model} />}
            <GymLine model={model} scores={scores} />
            <div className="row">
              <GymButton model={model} scores={scores} />
            </div>
          </>
        )}
      </Fold>
      {model.partialBytes !== undefined && (
        <p data-testid="paused">{t.text("models.paused", { done: t.bytes(model.partialBytes), total: size ?? "" })}</p>
      )}
      <div className="row">
        <LoadButton model={model} plan={plan} primary={false} />
        <FileActions model={model} />
      </div>
    </li>
  );
}

/** Where its files come from. */
function toOrigin(model: ModelEntry): "model.own" | "model.local" | "model.remote" | "model.in-browser" {
  if (isBrowsersOwn(model)) return "model.in-browser";
  if (model.note === "imported") return "model.own";
  return model.local ? "model.local" : "model.remote";
}

/** How long an answer takes here, if that was ever measured. */
function Pace({ scores }: { readonly scores: readonly EvalScore[] }) {
  const t = useText();
  const newest = scores.reduce<EvalScore | null>((last, score) => (score.at > (last?.at ?? 0) ? score : last), null);
  if (newest === null || newest.total.tried === 0) return null;
  const time = t.duration(Math.max(1, Math.round(newest.durationMs / newest.total.tried / 1000)) * 1000);
  return <p data-testid="model-pace">{t.text("models.pace", { time })}</p>;
}

/** Actions on the files of a model that are here. */
function FileActions({ model }: Pick<ModelCardProps, "model">) {
  const t = useText();
  const { api, models } = useApp();
  const chosenId = useAppState((now) => now.settings.modelId);
  const isDeveloper = useIsDeveloper();
  const [checking, setChecking] = useState<LoadProgress | null>(null);
  const [checked, setChecked] = useState<Failure | "good" | null>(null);
  const isCurrent = useAppState(
    ({ modelState: now }) => (now.type === "ready" || now.type === "loading") && now.modelId === model.id,
  );
  const check = async () => {
    setChecked(null);
    const result = await api.verifyModel(model.id, setChecking);
    setChecking(null);
    setChecked(result.ok ? "good" : result.failure);
  };
  const remove = async () => {
    await models.deleteModel(model.id);
    if (chosenId === model.id) await models.changeSettings({ modelId: "" });
  };
  if (model.partialBytes !== undefined) {
    return (
      <Button
        text="models.discard"
        tone="quiet"
        disabled={isCurrent}
        onClick={() => void models.deleteModel(model.id)}
      />
    );
  }
  if (!hasStoredFiles(model)) return null;
  return (
    <>
      {isDeveloper && <Button text="models.verify" disabled={checking !== null} onClick={() => void check()} />}
      {isCurrent && <span className="quiet">{t.text("models.delete-loaded")}</span>}
      <ConfirmButton
        text="action.delete"
        tone="danger"
        icon="trash"
        disabled={isCurrent}
        question={`${t.text("models.delete-sure")} ${t.text("models.delete-keeps")}`}
        sure={t.text("action.delete")}
        onConfirm={() => void remove()}
      />
      <div className="check-result" role="status">
        {checking !== null && <LoadProgressLine progress={checking} />}
        {checked === "good" && <p>{t.text("models.verified")}</p>}
      </div>
      {checked !== null && checked !== "good" && <FailureCard failure={checked} onDismiss={() => setChecked(null)} />}
    </>
  );
}
