import { useEffect } from "react";
import type { ModelEntry } from "../../../worker/protocol/model.ts";
import { useText } from "../../messages/use-text.ts";
import { Page } from "../../parts/frame/page.tsx";
import { StorageLine } from "../../parts/frame/storage-line.tsx";
import type { ViewFrame } from "../../parts/frame/view-frame.ts";
import { useRead } from "../../services/use-read.ts";
import { useApp, useAppState } from "../../state/use-app.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Fold } from "../../ui/fold.tsx";
import "../../styles/models.css";
import { chooseFitting, groupByFamily } from "./choose-fitting.ts";
import { CurrentModel } from "./current-model.tsx";
import { DeviceCard } from "./device-card.tsx";
import { ImportSection } from "./import-section.tsx";
import { ModelCard } from "./model-card.tsx";
import { RecommendedCard } from "./recommended-card.tsx";

/** The models: what is loaded and why it runs where it runs, what suits this device, and what else there is. */
export function ModelsView(frame: ViewFrame) {
  const t = useText();
  const { models: actions } = useApp();
  const phase = useAppState((state) => state.phase);
  const models = useAppState((state) => state.models);
  const modelState = useAppState((state) => state.modelState);
  const engine = useAppState((state) => state.settings.engine);
  const contexts = useAppState((state) => state.settings.contexts);
  // Stored files, the engine and contexts that are set change the plans.
  const device = useRead((api) => api.planModels(), [models, engine, contexts]) ?? null;
  // A model that has come up, or has stopped coming, has left files behind.
  const scores = useRead((api) => api.listEvalScores(), [modelState.type]) ?? [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: the agent reads for itself what is stored
  useEffect(() => {
    if (phase !== "ready") return;
    void actions.refreshModels();
    void actions.refreshStorage();
  }, [phase, actions, modelState.type]);

  const isScript = (model: ModelEntry): boolean => model.engines.includes("scripted") || model.note === "for-tests";
  const scripts = models.filter(isScript);
  const { fitting, rest } = chooseFitting(
    models.filter((model) => !isScript(model)),
    device,
  );
  const toCards = (listed: readonly ModelEntry[]) => (
    <ul className="cards">
      {listed.map((model) => (
        <ModelCard
          key={model.id}
          model={model}
          state={modelState}
          device={device}
          scores={scores.filter(({ modelId }) => modelId === model.id)}
        />
      ))}
    </ul>
  );
  return (
    <Page title={t.text("nav.models")} lead={t.text("models.lead")} {...frame}>
      <ImportSection />
      <CurrentModel state={modelState} device={device} />
      {device !== null && <RecommendedCard device={device} models={models} state={modelState} scores={scores} />}
      {models.length === 0 && phase === "ready" && <EmptyState icon="chip" title={t.text("models.empty")} />}
      {fitting.length > 0 && <h2 className="section-title">{t.text("models.fitting")}</h2>}
      {toCards(fitting)}
      {rest.length > 0 && (
        <details className="more-models" data-testid="more-models">
          <summary>
            <h2 className="section-title">{t.text("models.more", { count: t.number(rest.length) })}</h2>
          </summary>
          {/* Their cards are drawn once it is opened: there are dozens. */}
          {groupByFamily(rest).map(({ family, models: members }) => (
            <Fold
              key={family}
              className="model-family"
              data-testid="model-family"
              title={t.text("models.family", { family, count: t.number(members.length) })}
            >
              {() => toCards(members)}
            </Fold>
          ))}
        </details>
      )}
      {scripts.length > 0 && (
        <details className="more-models" data-testid="developer-models">
          <summary>
            <h2 className="section-title">{t.text("models.scripts")}</h2>
          </summary>
          {toCards(scripts)}
        </details>
      )}
      {device !== null && <DeviceCard device={device} />}
      <StorageLine />
    </Page>
  );
}
