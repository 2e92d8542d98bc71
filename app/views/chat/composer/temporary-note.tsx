import { useEffect } from "react";
import { useText } from "../../../messages/use-text.ts";
import { EMPTY_DRAFT } from "../../../state/composer/composer-state.ts";
import { useApp, useComposer, useDraftKey } from "../../../state/use-app.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import "../../../styles/temporary.css";

/** Explains a temporary chat, and for a new one the way back. It ends when it is left. */
export function TemporaryNote() {
  const t = useText();
  const { chat } = useApp();
  const draftKey = useDraftKey();
  const { temporary: _, ...draft } = useComposer((composer) => composer.draft);
  useEffect(() => {
    if (draftKey === "new") return undefined;
    return () => chat.leaveTemporary(draftKey);
  }, [chat, draftKey]);
  return (
    <div className="temporary-note" data-testid="temporary">
      <Icon name="clock" />
      <p>{t.text("temporary.note")}</p>
      {draftKey === "new" && (
        <Button
          text="temporary.end"
          small
          tone="quiet"
          onClick={() => chat.replaceDraft(draftKey, { ...EMPTY_DRAFT, ...draft })}
        />
      )}
    </div>
  );
}
