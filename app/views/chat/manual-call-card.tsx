import { useText } from "../../messages/use-text.ts";
import { CallResult } from "../../parts/results/call-result.tsx";
import { ToolCard, toToolCardState } from "../../parts/tool/tool-card.tsx";
import { UndoWrites } from "../../parts/tool/undo-writes.tsx";
import type { ManualCall } from "../../state/composer/composer-state.ts";
import { useApp, useDraftKey } from "../../state/use-app.ts";

/** A tool call that the user made with a slash command. */
export function ManualCallCard({ manualCall }: { readonly manualCall: ManualCall }) {
  const t = useText();
  const { chat } = useApp();
  const draftKey = useDraftKey();
  const state = toToolCardState(manualCall.outcome, true);
  return (
    <section className="manual-call" aria-label={t.text("chat.manual-call")} aria-live="polite">
      <p className="quiet">{t.text("chat.manual-call")}</p>
      <ToolCard name={manualCall.call.name} state={state} record={manualCall} />
      <CallResult record={manualCall} />
      <UndoWrites
        calls={[manualCall]}
        isUndone={manualCall.undone === true}
        undo={() => chat.undoManualCall(draftKey, manualCall)}
      />
    </section>
  );
}
