import type { ReactElement } from "react";
import type { DraftKey, ManualCall } from "../../state/app-state.ts";
import { useApp, useText } from "../../use-app.ts";
import { countWrites } from "./count-writes.ts";
import { ToolCard, toToolCardState } from "./tool-card.tsx";
import { UndoWrites } from "./undo-writes.tsx";

interface ManualCallCardProps {
  readonly draftKey: DraftKey;
  readonly run: ManualCall;
}

/** A tool that the user ran with a slash. */
export function ManualCallCard({ draftKey, run }: ManualCallCardProps): ReactElement {
  const t = useText();
  const { chat } = useApp();
  const state = run.outcome === undefined ? "running" : toToolCardState(run.outcome);
  const writes = countWrites([run]);
  return (
    <section className="hand-run" aria-label={t.text("chat.hand-run")} aria-live="polite">
      <p className="quiet">{t.text("chat.hand-run")}</p>
      <ToolCard name={run.call.name} state={state} record={run} />
      {writes > 0 && (
        <UndoWrites
          by="hand"
          notes={writes}
          isUndone={run.undone === true}
          undo={() => chat.undoManualCall(draftKey, run)}
        />
      )}
    </section>
  );
}
