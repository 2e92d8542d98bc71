import { useEffect, useState } from "react";
import type { Failure } from "../../../worker/protocol/failure.ts";
import type { RunId } from "../../../worker/protocol/ids.ts";
import type { RunSummary } from "../../../worker/protocol/stored-data.ts";
import { useText } from "../../messages/use-text.ts";
import { Page } from "../../parts/frame/page.tsx";
import type { ViewFrame } from "../../parts/frame/view-frame.ts";
import { toResult } from "../../state/app-state.ts";
import { toHash } from "../../state/route.ts";
import { useApp, useAppState } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";
import { RunDetails } from "./run-details.tsx";
import { RunFile } from "./run-file.tsx";
import { RunLine } from "./run-line.tsx";
import { RunReason } from "./run-reason.tsx";

interface RunsViewProps extends ViewFrame {
  readonly runId: RunId | null;
}

/** The log of what happened: every run, and one of them in full. */
export function RunsView({ runId, ...frame }: RunsViewProps) {
  const t = useText();
  if (runId !== null) {
    return (
      <Page title={t.text("runs.single")} lead={t.text("runs.single-lead")} {...frame}>
        <RunDetails key={runId} runId={runId} />
      </Page>
    );
  }
  return (
    <Page title={t.text("nav.runs")} lead={t.text("runs.lead")} {...frame}>
      <RunFile />
      <RunList />
    </Page>
  );
}

/** Rows shown at first and with every "more". */
const ROWS = 200;

function RunList() {
  const t = useText();
  const { api } = useApp();
  const phase = useAppState((state) => state.phase);
  const ended = useAppState((state) => Object.values(state.runs).filter((run) => run.end !== undefined).length);
  const [runs, setRuns] = useState<readonly RunSummary[]>();
  const [failure, setFailure] = useState<Failure>();
  const [tries, setTries] = useState(0);
  const [shown, setShown] = useState(ROWS);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another run that ended belongs in the list
  useEffect(() => {
    if (phase !== "ready") return;
    let current = true;
    const listed = toResult<readonly RunSummary[]>(api.listRuns().then((value) => ({ ok: true, value }) as const));
    void listed.then((list) => {
      if (!current) return;
      setFailure(list.ok ? undefined : list.failure);
      if (list.ok) setRuns([...list.value].sort((left, right) => right.startedAt - left.startedAt));
    });
    return () => {
      current = false;
    };
  }, [api, phase, ended, tries]);

  if (failure !== undefined) return <FailureCard failure={failure} onRetry={() => setTries(tries + 1)} />;
  if (runs === undefined) {
    return (
      <div className="skeletons" role="status" aria-label={t.text("state.loading")}>
        <div className="skeleton" />
        <div className="skeleton" />
      </div>
    );
  }
  if (runs.length === 0) {
    return (
      <EmptyState icon="timeline" title={t.text("runs.empty")}>
        {t.text("runs.empty-how")}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="run-list">
        {runs.slice(0, shown).map((run) => (
          <li key={run.id}>
            <a href={toHash({ type: "run", runId: run.id })} data-testid="run">
              <span className="run-question" dir="auto">
                {run.question}
              </span>
              <RunReason runId={run.id} reason={run.reason} />
              <span className="quiet run-facts">
                <RunLine run={run} />
              </span>
            </a>
          </li>
        ))}
      </ul>
      {runs.length > shown && (
        <div className="row">
          <Button tone="quiet" onClick={() => setShown(shown + ROWS)}>
            {t.text("action.show-more", { count: t.number(runs.length - shown) })}
          </Button>
        </div>
      )}
    </>
  );
}
