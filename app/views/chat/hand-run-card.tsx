import type { ReactElement } from "react";
import type { HandRun } from "../../state/app-state.ts";
import { useText } from "../../use-app.ts";
import { ToolCard, toToolCardState } from "./tool-card.tsx";

/** A tool that the person ran with a slash. */
export function HandRunCard({ run }: { readonly run: HandRun }): ReactElement {
  const t = useText();
  const state = run.outcome === undefined ? "running" : toToolCardState(run.outcome);
  return (
    <section className="hand-run" aria-label={t.text("chat.hand-run")} aria-live="polite">
      <p className="quiet">{t.text("chat.hand-run")}</p>
      <ToolCard name={run.call.name} state={state} record={run} />
    </section>
  );
}
