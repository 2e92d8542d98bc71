import { useEffect } from "react";
import type { DeviceReport } from "../../../worker/protocol/device-plan.ts";
import type { ModelEntry } from "../../../worker/protocol/model.ts";
import { useText } from "../../messages/use-text.ts";
import { Page } from "../../parts/frame/page.tsx";
import { isHere } from "../../parts/model/has-stored-files.ts";
import { useRead } from "../../services/use-read.ts";
import { useApp, useAppState } from "../../state/use-app.ts";
import { TextLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Fold } from "../../ui/fold.tsx";
import { CurrentModel } from "./current-model.tsx";
import { ImportSection } from "./import-section.tsx";
import { ModelCard } from "./model-card.tsx";
import { RecommendedCard } from "./recommended-card.tsx";
import "../../styles/models.css";

/** The models: what is loaded and why it runs where it runs, what suits this device, and what else there is. */
export function ModelsView() {
  const t = useText();
  const { models: actions } = useApp();
  const phase = useAppState((state) => state.phase);
  const models = useAppState((state) => state.models);
  const modelPhase = useAppState((state) => state.modelState.type);
  const engine = useAppState((state) => state.settings.engine);
  const contexts = useAppState((state) => state.settings.contexts);
  // Stored files, the engine and contexts that are set change the plans.
  const device = useRead((api) => api.planModels(), [models, engine, contexts]) ?? null;
  // A model that has come up, or has stopped coming, has left files behind.
  const scores = useRead((api) => api.listEvalScores(), [modelPhase]) ?? [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: the agent reads for itself what is stored
  useEffect(() => {
    if (phase !== "ready") return;
    void actions.refreshModels();
    void actions.refreshStorage();
  }, [phase, actions, modelPhase]);

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
          device={device}
          scores={scores.filter(({ modelId }) => modelId === model.id)}
        />
      ))}
    </ul>
  );
  return (
    <Page tab="models" title={t.text("nav.models")} lead={t.text("models.lead")}>
      <ImportSection />
      <CurrentModel device={device} />
      {device !== null && <RecommendedCard device={device} scores={scores} />}
      {models.length === 0 && phase === "ready" && <EmptyState icon="chip" text="models.empty" />}
      {fitting.length > 0 && <h2 className="section-title">{t.text("models.fitting")}</h2>}
      {toCards(fitting)}
      {models.filter(isHere).length > 1 && <TextLink text="compare.title" href="#/compare" />}
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
    </Page>
  );
}

/** Browsers say no more than one of these (https://www.w3.org/TR/device-memory/). */
const CAPS = [8 * 2 ** 30, 32 * 2 ** 30];

/** The browser's report of this device, as far as it decides which models fit. */
function DeviceCard({ device }: { readonly device: DeviceReport }) {
  const t = useText();
  const { adapter, memoryBytes, freeBytes } = device;
  const threads = t.count("plan.threads", device.threads);
  const facts = [
    ...(adapter === null
      ? [t.text("models.device.no-gpu")]
      : [
          t.text(adapter.software ? "models.device.software" : "models.device.gpu", { name: adapter.name }),
          t.text("models.device.f16", { answer: t.text(adapter.shaderF16 ? "models.yes" : "models.no") }),
          t.text("models.device.buffer", { bytes: t.bytes(adapter.maxBufferBytes) }),
        ]),
    memoryBytes === null
      ? t.text("models.device.memory-unknown")
      : t.text(CAPS.includes(memoryBytes) ? "models.device.memory-least" : "models.device.memory", {
          bytes: t.bytes(memoryBytes),
        }),
    t.text("models.device.cores", { cores: t.number(device.cores), threads }),
    ...(freeBytes === null ? [] : [t.text("models.device.free", { bytes: t.bytes(freeBytes) })]),
  ];
  return (
    <Fold className="card device" data-testid="device" title={t.text("models.device")}>
      <ul className="device-facts">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <p className="quiet">{t.text("models.device.note", { budget: t.bytes(device.budgetBytes) })}</p>
    </Fold>
  );
}

/** Cards of models that suit the device, beside the recommended one, which has its own. */
const MAX_FITTING = 2;

/** The models that are shown at once: those whose files are here, and some that suit the device; and the rest. */
export function chooseFitting(
  models: readonly ModelEntry[],
  device: DeviceReport | null,
): { readonly fitting: readonly ModelEntry[]; readonly rest: readonly ModelEntry[] } {
  const hasCome = (model: ModelEntry): boolean =>
    model.host !== undefined || model.stored === true || model.partialBytes !== undefined || model.note === "imported";
  // Without a report nothing is known but what is here and what comes with the app.
  const first = models.filter((model) => hasCome(model) || (device === null && model.local));
  const { modelId, runnersUp = [] } = device?.recommendation ?? {};
  const starter = models.filter(({ id, local }) => local && id !== modelId && suits(id, device));
  const others = runnersUp.flatMap((id) => models.filter((model) => model.id === id && !model.local));
  const chosen = new Set([...first, ...[...starter, ...others].slice(0, MAX_FITTING)]);
  return { fitting: models.filter((model) => chosen.has(model)), rest: models.filter((model) => !chosen.has(model)) };
}

function suits(modelId: string, device: DeviceReport | null): boolean {
  const plan = device?.plans.find((each) => each.modelId === modelId);
  return plan !== undefined && (plan.verdict === "fits" || plan.verdict === "processor") && plan.limit === "none";
}

/** Models of the same family together, in the order of the list; those without one each alone. */
export function groupByFamily(
  models: readonly ModelEntry[],
): readonly { readonly family: string; readonly models: readonly ModelEntry[] }[] {
  const groups = new Map<string, readonly ModelEntry[]>();
  for (const model of models) {
    const family = model.family ?? model.title;
    groups.set(family, [...(groups.get(family) ?? []), model]);
  }
  const bySize = (left: ModelEntry, right: ModelEntry): number =>
    (left.downloadBytes ?? 0) - (right.downloadBytes ?? 0);
  return [...groups].map(([family, members]) => ({ family, models: members.toSorted(bySize) }));
}
