import { useState } from "react";
import type { AgentApi } from "../../../worker/protocol/api/agent-api.ts";
import type { Result } from "../../../worker/protocol/failure.ts";
import type { CheckedRun, RunSummary } from "../../../worker/protocol/stored-data.ts";
import { useText } from "../../messages/use-text.ts";
import { Page, type ViewProps } from "../../parts/frame/page.tsx";
import { useRead } from "../../services/use-read.ts";
import { toResult } from "../../state/app-state.ts";
import { toHash } from "../../state/route.ts";
import { useApp, useAppState, useIsDeveloper } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";
import { FilePicker } from "../../ui/fields/file-picker.tsx";
import { RenderGuard } from "../../ui/render-guard.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { RunDetails, RunReport } from "./run-details.tsx";
import { RunLine, RunReason } from "./run-reason.tsx";

/** The log of what happened: every run, and one of them in full. */
export function RunsView({ rest: runId }: ViewProps) {
  const t = useText();
  const isDeveloper = useIsDeveloper();
  if (runId !== "") {
    return (
      <Page tab="runs" title={t.text("runs.single")}>
        <RunDetails key={runId} runId={runId} />
      </Page>
    );
  }
  return (
    <Page tab="runs" title={t.text("nav.runs")} lead={t.text("runs.lead")}>
      {isDeveloper && <RunFile />}
      <RunList />
    </Page>
  );
}

/** Rows shown at first and with every "more". */
const ROWS = 200;

function RunList() {
  const t = useText();
  const ended = useAppState((state) => Object.values(state.runs).filter((run) => run.end !== undefined).length);
  const [tries, setTries] = useState(0);
  const read = useRead(listRuns, [ended, tries]);
  const [shown, setShown] = useState(ROWS);

  if (read === undefined) return <Skeletons rows={2} />;
  if (!read.ok) return <FailureCard failure={read.failure} onRetry={() => setTries(tries + 1)} />;
  const runs = read.value.toSorted((left, right) => right.startedAt - left.startedAt);
  if (runs.length === 0) return <EmptyState icon="timeline" text="runs.empty" how="runs.empty-how" />;
  return (
    <>
      <ul className="run-list">
        {runs.slice(0, shown).map((run) => (
          <li key={run.id}>
            <a href={toHash({ type: "run", runId: run.id })} data-testid="run">
              <span className="run-question" dir="auto">
                {run.question}
              </span>
              <RunReason run={run} />
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

function listRuns(api: AgentApi): Promise<Result<readonly RunSummary[]>> {
  return toResult(api.listRuns().then((value) => ({ ok: true, value })));
}

interface OpenedRun {
  readonly name: string;
  readonly read: Result<CheckedRun>;
}

/**
 * A run from a file: shown like one of one's own, and not stored. A provider's request is stored as a chat of
 * somebody else's words, and opened.
 */
function RunFile() {
  const t = useText();
  const { api } = useApp();
  const [opened, setOpened] = useState<OpenedRun>();
  const open = async (name: string, text: string) => {
    const imported = await toResult(api.importExchange(text));
    if (!imported.ok) return setOpened({ name, read: imported });
    if (imported.value === null) return setOpened({ name, read: await toResult(api.readRunFile(text)) });
    location.hash = toHash({ type: "chat", conversationId: imported.value });
  };
  return (
    <>
      <div className="row">
        <FilePicker
          testId="run-file-input"
          accept=".json,application/json"
          onPick={([file]) => void file?.text().then((text) => open(file.name, text))}
        >
          {(pick) => <Button text="runs.open-file" icon="upload" onClick={pick} />}
        </FilePicker>
        {opened?.read.ok && (
          <>
            <p className="quiet">{t.text("runs.opened", { name: opened.name })}</p>
            <Button text="runs.close-file" tone="quiet" icon="close" onClick={() => setOpened(undefined)} />
          </>
        )}
      </div>
      {opened && !opened.read.ok && (
        <FailureCard failure={opened.read.failure} onDismiss={() => setOpened(undefined)} />
      )}
      {opened?.read.ok && (
        <RenderGuard key={opened.name}>
          <RunReport record={opened.read.value} stored={false} />
        </RenderGuard>
      )}
    </>
  );
}
