import { useText } from "../../../messages/use-text.ts";
import type { DraftKey } from "../../../state/composer/composer-state.ts";
import { useApp, useAppState, useComposer } from "../../../state/use-app.ts";

/** Whether the model reasons before it answers the next question; shown for models that can be told. */
export function ThinkingSwitch({ draftKey }: { readonly draftKey: DraftKey }) {
  const t = useText();
  const { chat } = useApp();
  const setting = useAppState((state) => state.settings.thinking);
  const chosen = useComposer(draftKey, ({ draft }) => draft.thinking);
  return (
    <label className="thinking-switch">
      <input
        type="checkbox"
        checked={chosen ?? setting}
        onChange={(event) => chat.changeDraft(draftKey, { thinking: event.target.checked })}
      />
      <span>{t.text("composer.think")}</span>
    </label>
  );
}
