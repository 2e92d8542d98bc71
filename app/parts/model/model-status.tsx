import { assertNever } from "../../../worker/protocol/assert-never.ts";
import type { ModelEntry, ModelState } from "../../../worker/protocol/model.ts";
import type { Translator } from "../../messages/translate.ts";
import { useText } from "../../messages/use-text.ts";
import { useAppState } from "../../state/use-app.ts";
import { Icon } from "../../ui/icon.tsx";
import { toFraction } from "../../ui/progress-bar.tsx";
import { toEngineWords } from "./to-engine-words.ts";

/** Where the model stands, in a few words. */
export function ModelStatus() {
  const t = useText();
  const modelState = useAppState((state) => state.modelState);
  const models = useAppState((state) => state.models);
  const phase = useAppState((state) => state.phase);
  const modelId = modelState.type === "none" ? "" : modelState.modelId;
  const host = models.find(({ id }) => id === modelId)?.host;
  const title = toModelTitle(modelId, models);
  const text = phase === "starting" ? t.text("state.starting") : toStatusText(modelState, title, host, t);
  return (
    <span
      className="model-status"
      data-testid="model-status"
      data-state={phase === "starting" ? "starting" : modelState.type}
      data-host={host}
      title={
        modelState.type === "ready" || modelState.type === "loading"
          ? t.text(toEngineWords(modelState.choice))
          : undefined
      }
    >
      <span className="model-dot" aria-hidden="true" />
      <span className="model-status-text">{text}</span>
      <Icon name="down" />
    </span>
  );
}

/** A model's name for a user. */
export function toModelTitle(modelId: string, models: readonly ModelEntry[]): string {
  return models.find((model) => model.id === modelId)?.title ?? modelId;
}

/** Of a loaded model its name; where it is not this device that answers, the host that the questions go to instead. */
function toStatusText(state: ModelState, title: string, host: string | undefined, t: Translator): string {
  switch (state.type) {
    case "none":
      return t.text("model.none");
    case "loading": {
      const fraction = toFraction(state.progress);
      return fraction === undefined
        ? t.text(`progress.${state.progress.type}`)
        : `${t.text(`progress.${state.progress.type}`)} ${t.number(fraction, { style: "percent" })}`;
    }
    case "ready":
      return host === undefined ? title : t.text("model.leaves-device", { host });
    case "failed":
      return t.text("model.failed");
    default:
      return assertNever(state);
  }
}
