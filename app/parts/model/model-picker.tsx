import { useState } from "react";
import type { ModelEntry } from "../../../worker/protocol/model.ts";
import { useText } from "../../messages/use-text.ts";
import { useRead } from "../../services/use-read.ts";
import { chooseModel } from "../../state/choose-model.ts";
import { Options } from "../../ui/fields/form.tsx";
import { isHere } from "./has-stored-files.ts";
import { ModelStatus } from "./model-status.tsx";
import { toMeasuredPace } from "./plan-line.tsx";
import "../../styles/sign-select.css";
import "../../styles/model-picker.css";
import { useApp, useAppState } from "../../state/use-app.ts";

const BETTER = "better";

/** Where the model stands, and on a press the models whose files are here, with what was measured of each, and the way to more. */
export function ModelPicker() {
  const t = useText();
  const app = useApp();
  const here = useAppState((state) => state.models).filter(isHere);
  const state = useAppState(({ modelState }) => modelState);
  const [opened, setOpened] = useState(0);
  const measured = useRead(async (api) => (opened === 0 ? undefined : (await api.planModels()).plans), [opened]);
  const current = state.type === "none" ? "" : state.modelId;
  const toPace = ({ id }: ModelEntry): string => {
    const plan = measured?.find(({ modelId }) => modelId === id);
    return plan === undefined ? "" : toMeasuredPace(plan, t);
  };
  const noteOpening = () => setOpened((times) => times + 1);
  return (
    <span className="sign-select model-picker">
      <ModelStatus />
      <select
        aria-label={t.text("model.pick")}
        title={t.text("model.pick")}
        value={here.some(({ id }) => id === current) ? current : ""}
        onPointerEnter={noteOpening}
        onFocus={noteOpening}
        onChange={({ target: { value } }) => {
          const model = here.find(({ id }) => id === value);
          if (value === BETTER) location.hash = "#/models";
          else if (model !== undefined && model.id !== current) void chooseModel(app, model);
        }}
      >
        <option value="" hidden>
          {t.text("model.pick")}
        </option>
        <Options
          of={here}
          toValue={({ id }) => id}
          toText={(model) => [model.title, toPace(model)].filter((part) => part !== "").join(" · ")}
        />
        <option value={BETTER}>{t.text("models.better")}</option>
      </select>
    </span>
  );
}
