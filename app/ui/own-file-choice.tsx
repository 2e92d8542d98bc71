import type { ReactElement } from "react";
import { useText } from "../messages/use-text.ts";

interface OwnFileChoiceProps {
  readonly isOwn: boolean;
  readonly onChange: (isOwn: boolean) => void;
}

/** Asks whether a file with conversations is the user's; until they say so it counts as somebody else's. */
export function OwnFileChoice({ isOwn, onChange }: OwnFileChoiceProps): ReactElement {
  const t = useText();
  return (
    <label className="choice">
      <input type="checkbox" checked={isOwn} onChange={(event) => onChange(event.target.checked)} />
      <span>
        {t.text("data.own")}
        <span className="quiet"> {t.text("data.own-note")}</span>
      </span>
    </label>
  );
}
