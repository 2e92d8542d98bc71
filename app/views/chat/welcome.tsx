import type { MessageKey } from "../../messages/catalogue.ts";
import { useText } from "../../messages/use-text.ts";
import type { DraftKey } from "../../state/composer/composer-state.ts";
import { useApp, useAppState } from "../../state/use-app.ts";
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
  const { chat } = useApp();
  const phase = useAppState((state) => state.phase);
  const modelState = useAppState((state) => state.modelState);
  const isUsable = modelState.type === "ready" || modelState.type === "loading";
  return (
    <div className="welcome">
      <WelcomeWords title={t.text("welcome.title")} lead={t.text("welcome.lead")} />
      {phase === "ready" && <ModelNow />}
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
