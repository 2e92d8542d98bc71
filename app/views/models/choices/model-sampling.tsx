import type { ModelEntry, SamplingSettings } from "../../../../worker/protocol/model.ts";
import { useText } from "../../../messages/use-text.ts";
import { useApp, useAppState } from "../../../state/use-app.ts";
import { SAMPLING_ROWS } from "../../../ui/fields/sampling-rows.ts";
import { NumberSetting } from "../../../ui/fields/setting-fields.tsx";
import { Fold } from "../../../ui/fold.tsx";

/** How one model's tokens are chosen, where the user does not want its card's values. */
export function ModelSampling({ model }: { readonly model: ModelEntry }) {
  const t = useText();
  const { models } = useApp();
  const samplings = useAppState(({ settings }) => settings.samplings);
  const own = samplings?.[model.id] ?? {};
  const commit = (name: keyof SamplingSettings, value: number | undefined) => {
    const { [model.id]: _, ...others } = samplings ?? {};
    const { [name]: __, ...rest } = own;
    const changed = value === undefined ? rest : { ...rest, [name]: value };
    const isEmpty = Object.keys(changed).length === 0;
    void models.changeSettings({ samplings: isEmpty ? others : { ...others, [model.id]: changed } });
  };
  return (
    <Fold data-testid="model-sampling" title={t.text("models.sampling")}>
      <p className="quiet">{t.text("models.sampling.note")}</p>
      {SAMPLING_ROWS.map(({ name, label, ...bounds }) => (
        <NumberSetting
          key={name}
          label={t.text(label)}
          value={own[name]}
          {...bounds}
          onCommit={(value) => commit(name, value)}
        />
      ))}
    </Fold>
  );
}
