import { lazy, type ReactElement, Suspense, useState } from "react";
import type { AssistantTurn } from "../../../worker/protocol/message.ts";
import { useText } from "../../messages/use-text.ts";
import type { LiveRun } from "../../state/live-run.ts";
import { Icon } from "../../ui/icon.tsx";
import { Markdown } from "../../ui/markdown/markdown.tsx";
import { ToolCard, type ToolCardState, toToolCardState } from "./tool-card.tsx";

const ApprovalCard = lazy(() => import("./approval-card.tsx").then((m) => ({ default: m.ApprovalCard })));

interface TurnPartProps {
  readonly turn: AssistantTurn;
  readonly run: LiveRun | undefined;
  readonly running: boolean;
  readonly current: boolean;
  /** True where the user can decide on calls that wait; false in a replay. */
  readonly decidable: boolean;
}

/** One turn of an answer. Without `decidable` a call that waits for the user is only shown. */
export function TurnPart({ turn, run, running, current, decidable }: TurnPartProps): ReactElement {
  const t = useText();
  const thinking = current && turn.text === "" && turn.calls.length === 0;
  return (
    <div className="turn">
      {turn.reasoning.trim() !== "" && <Reasoning text={turn.reasoning.trim()} thinking={thinking} />}
      {turn.text.trim() !== "" && (
        <div className="turn-text" data-testid="answer-text">
          <Markdown text={turn.text} />
        </div>
      )}
      {turn.calls.map((record) => {
        const approval = run?.approvals[record.call.id];
        if (approval !== undefined && run !== undefined) {
          if (!decidable)
            return <ToolCard key={record.call.id} name={record.call.name} state="needs-approval" record={record} />;
          return (
            <Suspense key={record.call.id} fallback={<ToolCard name={record.call.name} state="needs-approval" />}>
              <ApprovalCard runId={run.runId} request={approval} />
            </Suspense>
          );
        }
        const state: ToolCardState =
          record.outcome === undefined ? (running ? "running" : "failed") : toToolCardState(record.outcome);
        return <ToolCard key={record.call.id} name={record.call.name} state={state} record={record} />;
      })}
      {current &&
        run?.writing.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a call that is being written has nothing but its place
          <ToolCard key={`writing-${index}`} name={name} state="writing" />
        ))}
      {turn.broken.length > 0 && (
        <p className="quiet turn-broken">
          <Icon name="alert" />
          {t.count("chat.broken", turn.broken.length)}
        </p>
      )}
    </div>
  );
}

function Reasoning({ text, thinking }: { readonly text: string; readonly thinking: boolean }): ReactElement {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <details className="reasoning" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className={thinking ? "shimmer" : undefined}>
          {t.text(thinking ? "chat.thinking" : "chat.reasoning")}
        </span>
      </summary>
      {open && (
        <p className="reasoning-text" dir="auto">
          {text}
        </p>
      )}
    </details>
  );
}
