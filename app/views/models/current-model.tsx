import type { DeviceReport } from "../../../worker/protocol/device-plan.ts";
import type { ModelState } from "../../../worker/protocol/model.ts";
import { useText } from "../../messages/use-text.ts";
import { isBrowsersOwn } from "../../parts/model/has-stored-files.ts";
import { ModelNote } from "../../parts/model/model-note.tsx";
import { toModelTitle } from "../../parts/model/model-status.tsx";
import { toEngineWords } from "../../parts/model/to-engine-words.ts";
import { useApp, useAppState } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";
import { Fold } from "../../ui/fold.tsx";
import { LoadProgressLine } from "../../ui/load-progress-line.tsx";
import { toFormatName } from "./format-names.ts";
import { toBestText } from "./recommended-card.tsx";

/** The model that is loaded or on its way: what it is busy with, and why it runs where it runs. */
export function CurrentModel({ device = null }: { readonly device?: DeviceReport | null }) {
  const t = useText();
  const state = useAppState(({ modelState }) => modelState);
  const { api, models: actions } = useApp();
  const models = useAppState((now) => now.models);
  switch (state.type) {
    case "none":
      return null;
    case "failed":
      // It has its banner.
      if (state.failure.code === "load-unfinished") return null;
      return (
        <FailureCard
          failure={state.failure}
          subject={toModelTitle(state.modelId, models)}
          onRetry={() => void actions.loadModel(state.modelId)}
        />
      );
    case "loading":
    case "ready": {
      const reason = toReason(state, device, t);
      const own = models.find((model) => model.id === state.modelId && isBrowsersOwn(model));
      const isDownload = state.type === "loading" && state.progress.type === "download";
      const discard = async () => {
        await api.cancelLoad();
        if (isDownload) await actions.deleteModel(state.modelId);
        await actions.refreshModels();
      };
      return (
        <section className="card current-model" aria-label={t.text("models.current")} data-testid="current-model">
          <div className="card-head">
            <div>
              <p className="quiet">{t.text(state.type === "ready" ? "models.current" : "state.loading")}</p>
              <h2>{toModelTitle(state.modelId, models)}</h2>
            </div>
            {state.type === "ready" ? (
              <Button text="models.unload" small onClick={() => void api.unloadModel()} />
            ) : (
              <div className="row">
                {isDownload && (
                  <Button text="models.pause" small onClick={() => void api.cancelLoad().then(actions.refreshModels)} />
                )}
                <Button text="action.cancel" small tone="quiet" onClick={() => void discard()} />
              </div>
            )}
          </div>
          {state.type === "loading" && <LoadProgressLine progress={state.progress} />}
          <p>{reason}</p>
          {own !== undefined && <ModelNote model={own} />}
          {state.type === "ready" && own === undefined && device?.recommendation.modelId === state.modelId && (
            <p className="quiet">{toBestText(device, models, t)}</p>
          )}
          {state.type === "ready" && state.thinkingSwitch === true && <p>{t.text("models.thinks-switch")}</p>}
          {state.type === "ready" && state.perceives?.pictures === true && <p>{t.text("models.sees")}</p>}
          {state.type === "ready" && state.perceives?.sounds === true && <p>{t.text("models.hears")}</p>}
          {state.type === "ready" && (
            <Fold title={t.text("details.summary")}>
              <p className="quiet">
                {t.text("models.ready-facts", {
                  engine: state.choice.engine,
                  format: toFormatName(state.format, t),
                  context: t.number(state.contextTokens),
                })}
              </p>
            </Fold>
          )}
        </section>
      );
    }
  }
}

/** Why it runs where it runs; what became of a failed attempt on the GPU comes before what was planned. */
function toReason(
  { modelId, choice }: Extract<ModelState, { readonly type: "loading" | "ready" }>,
  device: DeviceReport | null,
  t: ReturnType<typeof useText>,
): string {
  if (choice.failedTest !== undefined) return t.text(`plan.failed-test.${choice.failedTest}`);
  const plan = device?.plans.find((each) => each.modelId === modelId && each.engine === choice.engine);
  if (plan === undefined || device === null) return t.text(toEngineWords(choice));
  if (plan.cause === "llama-gpu" && choice.onGpu === false) return t.text("plan.gpu-failed");
  const threads = t.count("plan.threads", device.threads);
  const cause = t.text(`plan.cause.${plan.cause}`, { threads, engine: device.forced ?? "" });
  return plan.verdict === "processor" && plan.cause !== "processor-only"
    ? `${t.text("plan.processor")}. ${cause}`
    : cause;
}
