import type { ModelEntry, ModelState } from "../../../worker/protocol/model.ts";
import { useText } from "../../messages/use-text.ts";
import { isBrowsersOwn, isHere } from "../../parts/model/has-stored-files.ts";
import { ModelNote } from "../../parts/model/model-note.tsx";
import { toModelTitle } from "../../parts/model/model-status.tsx";
import { toMeasuredPace } from "../../parts/model/plan-line.tsx";
import { useRead } from "../../services/use-read.ts";
import { useApp, useAppState } from "../../state/use-app.ts";
import { Button, TextLink } from "../../ui/button.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";
import { LoadProgressLine } from "../../ui/load-progress-line.tsx";

/** The model of an empty chat: offered, on its way and how long that takes, failed, or what can be expected of it. */
export function ModelNow() {
  const t = useText();
  const { api, models } = useApp();
  const state = useAppState(({ modelState }) => modelState);
  const list = useAppState((now) => now.models);
  const [recommended] = list;
  switch (state.type) {
    case "loading":
      return (
        <div className="model-now" data-testid="model-now">
          <p>{t.text("models.on-its-way", { title: toModelTitle(state.modelId, list) })}</p>
          <LoadProgressLine progress={state.progress} />
          <Button text="action.cancel" small tone="quiet" onClick={() => void api.cancelLoad()} />
        </div>
      );
    case "failed":
      if (state.fallback !== undefined) return null;
      return (
        <FailureCard
          failure={state.failure}
          subject={toModelTitle(state.modelId, list)}
          onRetry={() => void models.loadModel(state.modelId)}
        />
      );
    case "ready":
      return <Expectation state={state} />;
    default:
      return recommended === undefined ? null : (
        <ModelOffer model={recommended} onLoad={() => void models.loadModel(recommended.id)} />
      );
  }
}

/** One sentence about the loaded model, and the way to a better one. */
function Expectation({ state: { modelId } }: { readonly state: Extract<ModelState, { readonly type: "ready" }> }) {
  const t = useText();
  const list = useAppState(({ models }) => models);
  const plan = useRead((api) => api.planModels(), [modelId])?.plans.find((each) => each.modelId === modelId);
  const model = list.find(({ id }) => id === modelId);
  const isStarter = model?.note === "starter";
  const pace = plan && toMeasuredPace(plan, t);
  const facts = [toModelTitle(modelId, list), ...(pace ? [pace] : [])].join(", ");
  return (
    <div className="model-now" data-testid="model-now">
      <p>
        {t.text(isStarter ? "models.now-starter" : "models.now", { facts })}{" "}
        <TextLink text="models.better" href="#/models" />
      </p>
      {model !== undefined && isBrowsersOwn(model) && <ModelNote model={model} />}
    </div>
  );
}

function ModelOffer({ model, onLoad }: { readonly model: ModelEntry; readonly onLoad: () => void }) {
  const t = useText();
  const { host } = model;
  const isPresent = isHere(model);
  return (
    <section className="offer" aria-label={t.text("welcome.offer")}>
      <p className="offer-eyebrow">{t.text("welcome.offer")}</p>
      <p className="offer-title">{model.title}</p>
      <p className="quiet">
        {[
          model.downloadBytes === undefined ? undefined : t.bytes(model.downloadBytes),
          host === undefined
            ? t.text(isBrowsersOwn(model) ? "model.in-browser" : model.local ? "model.local" : "model.remote")
            : t.text("model.leaves-device", { host }),
          model.licence,
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <ModelNote model={model} />
      <div className="row">
        <Button
          text={model.partialBytes !== undefined ? "models.resume" : isPresent ? "model.load" : "model.download"}
          tone="primary"
          icon={isPresent ? "play" : "download"}
          onClick={onLoad}
        />
        <TextLink text="welcome.other-models" href="#/models" />
      </div>
      <p className="quiet">{t.text("welcome.no-model")}</p>
    </section>
  );
}
