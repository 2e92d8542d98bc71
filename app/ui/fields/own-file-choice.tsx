import { useId } from "react";
import { useText } from "../../messages/use-text.ts";

interface OwnFileChoiceProps {
  /** Null until the user has said it. */
  readonly isOwn: boolean | null;
  readonly onChange: (isOwn: boolean) => void;
}

/** Asks whether a file with conversations is the user's own or somebody else's. */
export function OwnFileChoice({ isOwn, onChange }: OwnFileChoiceProps) {
  const t = useText();
  const name = useId();
  return (
    <fieldset className="choices">
      <legend>{t.text("data.whose")}</legend>
      {([true, false] as const).map((own) => (
        <label key={String(own)} className="choice">
          <input type="radio" name={name} checked={isOwn === own} onChange={() => onChange(own)} />
          <span>
            {t.text(own ? "data.own" : "data.foreign")}
            <span className="quiet"> {t.text(own ? "data.own-note" : "data.foreign-note")}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
