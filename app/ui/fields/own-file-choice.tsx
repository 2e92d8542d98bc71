import { useText } from "../../messages/use-text.ts";
import { Choice } from "./setting-fields.tsx";

interface OwnFileChoiceProps {
  /** Null until the user has said it. */
  readonly isOwn: boolean | null;
  readonly onChange: (isOwn: boolean) => void;
}

/** Asks whether a file with conversations is the user's own or somebody else's. */
export function OwnFileChoice({ isOwn, onChange }: OwnFileChoiceProps) {
  const t = useText();
  return (
    <Choice
      text="data.whose"
      value={isOwn === null ? null : isOwn ? "own" : "foreign"}
      of={["own", "foreign"]}
      toText={(whose) => (
        <>
          {t.text(`data.${whose}`)} <span className="quiet">{t.text(`data.${whose}-note`)}</span>
        </>
      )}
      onPick={(whose) => onChange(whose === "own")}
    />
  );
}
