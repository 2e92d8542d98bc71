import type { ModelEntry } from "../../../worker/protocol/model.ts";
import { useText } from "../../messages/use-text.ts";
import { chooseModel } from "../../state/choose-model.ts";
import { isHere } from "./has-stored-files.ts";
import "../../styles/sign-select.css";
import "../../styles/model-picker.css";
import { useApp, useAppState } from "../../state/use-app.ts";
import { Icon } from "../../ui/icon.tsx";

/** Changes the model from the chat: those whose files are here, each with the context it has. Nothing to choose, nothing shown. */
export function ModelPicker() {
  const t = useText();
  const app = useApp();
  const here = useAppState((state) => state.models).filter(isHere);
  const state = useAppState(({ modelState }) => modelState);
  const contexts = useAppState(({ settings }) => settings.contexts);
  const current = state.type === "none" ? "" : state.modelId;
  if (here.length < (here.some(({ id }) => id === current) ? 2 : 1)) return null;
  const toContext = ({ id, contextTokens }: ModelEntry): number =>
    state.type === "ready" && state.modelId === id ? state.contextTokens : (contexts?.[id] ?? contextTokens);
  return (
    <span className="sign-select model-picker">
      <Icon name="down" />
      <select
        aria-label={t.text("model.pick")}
        title={t.text("model.pick")}
        value={here.some(({ id }) => id === current) ? current : ""}
        disabled={state.type === "loading"}
        onChange={(event) => {
          const model = here.find(({ id }) => id === event.target.value);
          if (model !== undefined && model.id !== current) void chooseModel(app, model);
        }}
      >
        <option value="" hidden>
          {t.text("model.pick")}
        </option>
        {here.map((model) => (
          <option key={model.id} value={model.id}>
            {t.text("model.pick-option", { title: model.title, count: t.number(toContext(model)) })}
          </option>
        ))}
      </select>
    </span>
  );
}
