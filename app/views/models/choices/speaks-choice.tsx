import { useId, useState } from "react";
import type { FormatTrial } from "../../../../worker/protocol/evals.ts";
import type { Result } from "../../../../worker/protocol/failure.ts";
import { FORMAT_IDS, type FormatId, type ModelEntry, type ModelState } from "../../../../worker/protocol/model.ts";
import { useText } from "../../../messages/use-text.ts";
import { useApp, useAppState } from "../../../state/use-app.ts";
import { Button } from "../../../ui/button.tsx";
import { FailureCard } from "../../../ui/failure-card.tsx";
import { Options } from "../../../ui/fields/form.tsx";
import { LongText } from "../../../ui/long-text.tsx";
import { toFormatName } from "../format-names.ts";

interface SpeaksChoiceProps {
  readonly model: ModelEntry;
  readonly state: ModelState;
}

/** How a model writes its calls: what was recognised, what the user says instead, and a look at what that does. */
export function SpeaksChoice({ model, state }: SpeaksChoiceProps) {
  const t = useText();
  const id = useId();
  const { models } = useApp();
  const chosen = useAppState(({ settings }) => settings.formats?.[model.id]);
  const formats = useAppState(({ settings }) => settings.formats);
  const isLoaded = state.type === "ready" && state.modelId === model.id;
  const recognised = isLoaded ? state.format : model.format;
  const choose = (value: string) => {
    const { [model.id]: _, ...others } = formats ?? {};
    const format = FORMAT_IDS.find((each) => each === value);
    void models.changeSettings({ formats: format === undefined ? others : { ...others, [model.id]: format } });
  };
  return (
    <div className="field" data-testid="speaks">
      <label htmlFor={id}>{t.text("models.speaks")}</label>
      <select id={id} value={chosen ?? ""} onChange={(event) => choose(event.target.value)}>
        <option value="">
          {t.text(model.note === "imported" ? "models.speaks.from-file" : "models.speaks.recognised", {
            name: toFormatName(recognised, t),
          })}
        </option>
        <Options of={FORMAT_IDS} toText={(format) => toFormatName(format, t)} />
      </select>
      <p className="quiet">{t.text("models.speaks.note")}</p>
      {isLoaded && <FormatTry key={chosen ?? ""} format={chosen ?? recognised} />}
    </div>
  );
}

/** One question with tools in a format, and what the model wrote. */
function FormatTry({ format }: { readonly format: FormatId }) {
  const t = useText();
  const { api } = useApp();
  const [tried, setTried] = useState<Result<FormatTrial> | "running" | null>(null);
  const run = async () => {
    setTried("running");
    setTried(await api.tryFormat(format));
  };
  return (
    <>
      <div className="row">
        <Button small disabled={tried === "running"} onClick={() => void run()}>
          {t.text("models.speaks.try")}
        </Button>
      </div>
      {tried !== null && tried !== "running" && !tried.ok && (
        <FailureCard failure={tried.failure} onDismiss={() => setTried(null)} />
      )}
      {tried !== null && tried !== "running" && tried.ok && (
        <div role="status">
          <p>{t.text("models.speaks.prompt")}</p>
          <LongText text={tried.value.prompt} />
          <p>{t.text("models.speaks.answer")}</p>
          <LongText text={tried.value.raw} testId="speaks-answer" />
        </div>
      )}
    </>
  );
}
