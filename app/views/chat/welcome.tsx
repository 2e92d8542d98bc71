import type { ModelEntry } from "../../../worker/protocol/model.ts";
import type { MessageKey } from "../../messages/catalogue.ts";
import { useText } from "../../messages/use-text.ts";
import { isHere } from "../../parts/model/has-stored-files.ts";
import type { DraftKey } from "../../state/composer/composer-state.ts";
import { useApp, useAppState } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { loadLater } from "../../ui/load-later.tsx";
import { WelcomeWords } from "./welcome-words.tsx";

const ModelNow = loadLater(() => import("./model-now.tsx").then((m) => m.ModelNow));
const StartingQuestions = loadLater(() =>
  import("../../parts/files/starting-questions.tsx").then((m) => m.StartingQuestions),
);

const SUGGESTIONS: readonly MessageKey[] = ["suggestion.1", "suggestion.2", "suggestion.3", "suggestion.4"];

/** An empty conversation: the way to a model first, then a few things to ask. */
export function Welcome({ draftKey }: { readonly draftKey: DraftKey }) {
  const t = useText();
  const { chat, models } = useApp();
  const phase = useAppState((state) => state.phase);
  const modelState = useAppState((state) => state.modelState);
  const [recommended] = useAppState((state) => state.models);
  const isUsable = modelState.type === "ready" || modelState.type === "loading";
  return (
    <div className="welcome">
      <WelcomeWords title={t.text("welcome.title")} lead={t.text("welcome.lead")} />
      {phase === "ready" && modelState.type === "none" && recommended && (
        <ModelOffer model={recommended} onLoad={() => void models.loadModel(recommended.id)} />
      )}
      {modelState.type !== "none" && <ModelNow />}
      {isUsable && (
        <ul className="suggestions">
          {SUGGESTIONS.map((key) => (
            <li key={key}>
              <button
                type="button"
                onClick={() => {
                  chat.changeDraft(draftKey, { text: t.text(key) });
                  document.querySelector<HTMLTextAreaElement>("[data-composer]")?.focus();
                }}
              >
                {t.text(key)}
              </button>
            </li>
          ))}
        </ul>
      )}
      {isUsable && <StartingQuestions />}
      <a className="text-link" href="#/settings/data">
        {t.text("welcome.data")}
      </a>
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
            ? t.text(model.local ? "model.local" : "model.remote")
            : t.text("model.leaves-device", { host }),
          model.licence,
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {model.note !== undefined && <p>{t.text(`models.note.${model.note}`)}</p>}
      <div className="row">
        <Button
          text={model.partialBytes !== undefined ? "models.resume" : isPresent ? "model.load" : "model.download"}
          tone="primary"
          icon={isPresent ? "play" : "download"}
          onClick={onLoad}
        />
        <a className="text-link" href="#/models">
          {t.text("welcome.other-models")}
        </a>
      </div>
      <p className="quiet">{t.text("welcome.no-model")}</p>
    </section>
  );
}
