import { useState } from "react";
import type { ModelPlan } from "../../../worker/protocol/device-plan.ts";
import type { Translator } from "../../messages/translate.ts";
import { useText } from "../../messages/use-text.ts";
import { LoadButton } from "../../parts/model/load-button.tsx";
import { toSeconds } from "../../parts/model/plan-line.tsx";
import { useRead } from "../../services/use-read.ts";
import { useApp, useAppState } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";

/** Names the offered model that the user did not want. */
const DECLINED = "declined-model";

/** A stronger model that this device can run, until the user has chosen one. */
export function DeviceOffer() {
  const t = useText();
  const { texts } = useApp();
  const models = useAppState((state) => state.models);
  const modelState = useAppState((state) => state.modelState);
  // Stored files change the plans.
  const device = useRead((api) => api.planModels(), [models]);
  const plan = device?.plans.find(({ modelId }) => modelId === device.recommendation.modelId);
  const [declined, setDeclined] = useState(() => texts.read(DECLINED));

  const model = models.find(({ id }) => id === plan?.modelId);
  const isLoaded = modelState.type !== "none" && modelState.modelId === model?.id;
  if (plan === undefined || model === undefined || model.note === "starter" || isLoaded || declined === model.id)
    return null;
  const facts = [
    model.stored === true || plan.downloadBytes === undefined ? t.text("models.stored") : t.bytes(plan.downloadBytes),
    t.text(plan.verdict === "processor" ? "offer.processor" : "offer.gpu"),
    toPaceFact(plan, t),
    model.licence ?? "",
  ];
  return (
    <section
      className="offer offer-device"
      aria-label={t.text("offer.label")}
      data-testid="device-offer"
      data-model={model.id}
    >
      <p className="offer-title">{t.text("offer.title", { title: model.title })}</p>
      <p className="quiet">{facts.filter((fact) => fact !== "").join(" · ")}</p>
      <div className="row">
        <LoadButton model={model} plan={plan} state={modelState} primary />
        <Button
          text="offer.decline"
          tone="quiet"
          onClick={() => {
            texts.write(DECLINED, model.id);
            setDeclined(model.id);
          }}
        />
      </div>
    </section>
  );
}

/** How fast the model is here, by what decides: the time of an answer on the processor, else the tokens of a second. */
function toPaceFact({ answer, writing }: ModelPlan, t: Translator): string {
  if (answer !== undefined) return t.text("offer.answer", { time: toSeconds(answer.seconds, t) });
  if (writing === undefined) return "";
  return t.text("offer.rate", { rate: t.number(writing.tokensPerSecond, { maximumSignificantDigits: 2 }) });
}
