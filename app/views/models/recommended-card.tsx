import type { DeviceReport } from "../../../worker/protocol/device-plan.ts";
import type { EvalScore } from "../../../worker/protocol/evals.ts";
import type { ModelEntry } from "../../../worker/protocol/model.ts";
import type { Translator } from "../../messages/translate.ts";
import { useText } from "../../messages/use-text.ts";
import { isBrowsersOwn } from "../../parts/model/has-stored-files.ts";
import { LoadButton } from "../../parts/model/load-button.tsx";
import { ModelNote } from "../../parts/model/model-note.tsx";
import { PlanLine, PlanTag } from "../../parts/model/plan-line.tsx";
import { useAppState, useIsDeveloper, useReadyModel } from "../../state/use-app.ts";
import { Fold } from "../../ui/fold.tsx";
import { GymButton, GymLine } from "./gym-line.tsx";

interface RecommendedCardProps {
  readonly device: DeviceReport;
  readonly scores: readonly EvalScore[];
}

/** The strongest model that this device holds comfortably, with the reason, one click away. */
export function RecommendedCard({ device, scores }: RecommendedCardProps) {
  const t = useText();
  const models = useAppState((state) => state.models);
  const ready = useReadyModel();
  const isDeveloper = useIsDeveloper();
  const { modelId } = device.recommendation;
  const model = models.find(({ id }) => id === modelId);
  const plan = device.plans.find((each) => each.modelId === modelId);
  // A loaded model has its card.
  if (model === undefined || ready?.modelId === modelId) return null;
  const own = scores.filter((score) => score.modelId === modelId);
  return (
    <section className="card recommended" aria-labelledby="recommended" data-testid="recommended" data-model={modelId}>
      <div className="card-head">
        <div>
          <p className="quiet">{t.text("models.best")}</p>
          <h2 id="recommended">{model.title}</h2>
        </div>
        {model.downloadBytes !== undefined && model.stored !== true && (
          <span className="tag">
            {model.local
              ? t.bytes(model.downloadBytes)
              : t.text("models.about", { bytes: t.bytes(model.downloadBytes) })}
          </span>
        )}
      </div>
      {isBrowsersOwn(model) ? <ModelNote model={model} /> : <p>{toBestText(device, models, t)}</p>}
      {plan !== undefined && <PlanTag plan={plan} device={device} />}
      <Fold title={t.text("details.summary")}>
        {plan !== undefined && <PlanLine plan={plan} device={device} />}
        {isDeveloper && (
          <>
            <GymLine model={model} scores={own} />
            <div className="row">
              <GymButton model={model} scores={own} />
            </div>
          </>
        )}
      </Fold>
      <div className="row">
        <LoadButton model={model} plan={plan} primary />
      </div>
    </section>
  );
}

/** Why the recommended model is the one for this device. */
export function toBestText(device: DeviceReport, models: readonly ModelEntry[], t: Translator): string {
  const { modelId, deviceClass } = device.recommendation;
  const model = models.find(({ id }) => id === modelId);
  const reason = model?.note === "starter" ? "starter" : model?.local === true ? "served" : deviceClass;
  return t.text(`models.best.${reason}`, { title: model?.title ?? "" });
}
