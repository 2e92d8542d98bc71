import type { AssistantMessage } from "../../../worker/protocol/message.ts";
import { Fold } from "../../ui/fold.tsx";
import "../../styles/summary.css";
import { useText } from "../../messages/use-text.ts";
import { toHash } from "../../state/route.ts";
import { useApp, useAppState } from "../../state/use-app.ts";
import { Button, TextLink } from "../../ui/button.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Markdown } from "../../ui/markdown/markdown.tsx";
import { ProgressBar, toFraction } from "../../ui/progress-bar.tsx";
import { ForeignMark } from "../../ui/trust/foreign-mark.tsx";

/** A summary of older messages: what the model reads in their place, and the way back. */
export function SummaryItem({ message }: { readonly message: AssistantMessage }) {
  const t = useText();
  const { api, toasts } = useApp();
  const run = useAppState((state) => state.runs[message.runId]);
  const { summary: mark } = message;
  if (mark === undefined) return null;
  const { state, turns } = message.state === "running" && run !== undefined ? run.answer : message;
  const running = state === "running";
  const text = turns.at(-1)?.text.trim() ?? "";
  const inUse = state === "complete" && mark.undone !== true;
  const failure = message.failure ?? run?.end?.failure;
  return (
    <article
      className="summary"
      data-testid="summary"
      data-state={state}
      data-in-use={inUse ? "" : undefined}
      aria-labelledby={`summary-${message.id}`}
      aria-busy={running}
    >
      <h2 id={`summary-${message.id}`}>
        <Icon name="note" />
        {t.count("summary.title", mark.messages)}
      </h2>
      {message.foreign && <ForeignMark />}
      {running && (
        <div className="activity">
          <span className="shimmer">
            {turns.length > 1 ? t.text("summary.part", { part: turns.length }) : t.text("summary.running")}
          </span>
          {run?.prefill !== undefined && (
            <ProgressBar label={t.text("chat.reading")} fraction={toFraction(run.prefill)} />
          )}
        </div>
      )}
      {text !== "" && (running || inUse) && <Markdown text={text} />}
      {text !== "" && !running && !inUse && (
        <Fold className="summary-text" title={t.text("summary.read")}>
          <Markdown text={text} />
        </Fold>
      )}
      {failure !== undefined && failure.code !== "cancelled" && <FailureCard failure={failure} />}
      {!running && (
        <footer>
          <p className="quiet">
            {t.text(inUse ? "summary.in-use" : state === "complete" ? "summary.undone" : "summary.unfinished")}
          </p>
          {state === "complete" && (
            <Button
              text={inUse ? "summary.undo" : "summary.use"}
              small
              tone="quiet"
              icon={inUse ? "undo" : "refresh"}
              onClick={() => void toasts.reportUnsaved(api.applySummary(message.id, mark.undone === true))}
            />
          )}
          <TextLink text="action.open-run" href={toHash({ type: "run", runId: message.runId })} />
        </footer>
      )}
    </article>
  );
}
