import { useMemo, useState } from "react";
import type { RequestFormat } from "../../../worker/protocol/api/run-logs-api.ts";
import type { RunId } from "../../../worker/protocol/ids.ts";
import type { CheckedRun, RunRecord } from "../../../worker/protocol/stored-data.ts";
import { useText } from "../../messages/use-text.ts";
import { useFaults } from "../../parts/frame/use-faults.tsx";
import { toModelTitle } from "../../parts/model/model-status.tsx";
import { toSkillTitle } from "../../parts/tool/skill-titles.ts";
import { CallCards } from "../../parts/tool/steps.tsx";
import { UndoWrites } from "../../parts/tool/undo-writes.tsx";
import { Notices } from "../../parts/turn/notices.tsx";
import { useRead } from "../../services/use-read.ts";
import { toResult } from "../../state/app-state.ts";
import { toHash } from "../../state/route.ts";
import { type FlowStep, type RunTimeline, type TurnTrace, toRunTimeline } from "../../state/run-timeline.ts";
import { useApp, useAppState, useIsDeveloper } from "../../state/use-app.ts";
import { Button, TextLink } from "../../ui/button.tsx";
import { downloadText } from "../../ui/download.ts";
import { FailureCard } from "../../ui/failure-card.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { RunLine, RunReason } from "./run-reason.tsx";
import { RunReplay } from "./run-replay.tsx";
import { TextFold } from "./text-fold.tsx";
import { TimelinePlot } from "./timeline-plot.tsx";

/** One run in full: its timeline, and turn by turn what the model was sent, what it wrote and what was done. */
export function RunDetails({ runId }: { readonly runId: RunId }) {
  const t = useText();
  const read = useRead((api) => toResult(api.readRun(runId)), [runId]);
  if (read === undefined) return <Skeletons rows={1} />;
  if (read.ok) return <RunReport record={read.value} stored />;
  if (read.failure.code === "storage-lost") return <p className="quiet">{t.text("runs.none-stored")}</p>;
  return <FailureCard failure={read.failure} />;
}

interface RunReportProps {
  readonly record: CheckedRun;
  /** False for a run that was opened from a file. */
  readonly stored: boolean;
}

/** A run's log as a user reads it. */
export function RunReport({ record, stored }: RunReportProps) {
  const t = useText();
  const isDeveloper = useIsDeveloper();
  const { api } = useApp();
  const timeline = useMemo(() => toRunTimeline(record.events), [record]);
  const start = record.events.find((event) => event.type === "run-start");
  const ended = record.events.filter((event) => event.type === "call-end");
  return (
    <>
      <section className="card" aria-label={t.text("runs.summary")}>
        <div className="card-head">
          <h2 dir="auto">{record.question}</h2>
          <RunReason run={record} />
        </div>
        <p className="quiet">
          <RunLine run={record} />
        </p>
        <RunFacts record={record} timeline={timeline} />
        {record.evidence.ok ? (
          <p className="tag tag-good">{t.text("runs.intact")}</p>
        ) : (
          <p className="tag tag-warn">
            {t.text("runs.changed", { call: record.evidence.index + 1, reason: record.evidence.reason })}
          </p>
        )}
        <div className="row">
          {stored && (
            <a className="button button-plain" href={toHash({ type: "chat", conversationId: record.conversationId })}>
              {t.text("runs.open-chat")}
            </a>
          )}
          <PlayAgain record={record} />
          <Button
            text="runs.export"
            icon="download"
            onClick={() => downloadText(`run-${record.id}.json`, JSON.stringify(record, null, 2), "application/json")}
          />
          {stored && isDeveloper && <ProviderExports runId={record.id} />}
          <TextLink text="runs.all" href="#/runs" />
        </div>
      </section>
      {stored && start?.type === "run-start" && (
        <UndoWrites calls={ended} isUndone={false} undo={() => toResult(api.undoAnswer(start.messageId))} />
      )}
      <TimelinePlot timeline={timeline} />
      <RunReplay record={record} />
      <Notices notices={timeline.notices} />
      <FlowSteps steps={timeline.steps} />
      {timeline.turns.map((turn) => (
        <TurnCard key={turn.turn} turn={turn} />
      ))}
      <LogLines events={record.events} />
    </>
  );
}

/** A line a call, as other programs read logs: no result stands in it. */
function LogLines({ events }: { readonly events: RunRecord["events"] }) {
  const t = useText();
  const lines = events.flatMap((event) => (event.type === "evidence" ? [event.line] : []));
  return lines.length === 0 ? null : <TextFold title={t.text("runs.log-lines")} text={lines.join("\n")} />;
}

function RunFacts({ record, timeline }: { readonly record: RunRecord; readonly timeline: RunTimeline }) {
  const t = useText();
  const models = useAppState((state) => state.models);
  const start = record.events.find((event) => event.type === "run-start");
  if (start?.type !== "run-start") return null;
  const written = timeline.turns.reduce((sum, turn) => sum + (turn.usage?.completionTokens ?? 0), 0);
  const decodeMs = timeline.turns.reduce((sum, turn) => sum + (turn.usage?.decodeMs ?? 0), 0);
  const facts: readonly (readonly [string, string])[] = [
    [t.text("runs.model"), toModelTitle(start.modelId, models)],
    [t.text("models.engine"), start.engine],
    [t.text("models.format"), start.format],
    [t.text("composer.skill"), toSkillTitle(start.skill, t)],
    [t.text("runs.written"), t.text("models.tokens", { count: t.number(written) })],
    [
      t.text("runs.speed"),
      decodeMs === 0
        ? "–"
        : t.text("runs.per-second", { count: t.number((written * 1000) / decodeMs, { maximumFractionDigits: 1 }) }),
    ],
  ];
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function TurnCard({ turn }: { readonly turn: TurnTrace }) {
  const t = useText();
  return (
    <section className="card" aria-label={t.text("runs.turn", { turn: turn.turn })}>
      <div className="card-head">
        <h2>{t.text("runs.turn", { turn: turn.turn })}</h2>
        {turn.usage && (
          <p className="quiet">
            {t.text("runs.usage", {
              prompt: t.number(turn.usage.promptTokens),
              cached: t.number(turn.usage.cachedTokens),
              written: t.number(turn.usage.completionTokens),
            })}
          </p>
        )}
      </div>
      <TextFold
        title={`${t.text(turn.appended ? "runs.prompt-new" : "runs.prompt")} · ${t.text("models.characters", { count: t.number(turn.prompt.length) })}`}
        text={turn.prompt}
      />
      {turn.doubted !== undefined && <TextFold title={t.text("runs.doubted")} text={turn.doubted.raw} />}
      <TextFold title={t.text("runs.raw")} text={turn.raw} />
      <CallCards calls={turn.calls} />
      {turn.broken.length > 0 && <p className="quiet">{t.count("chat.broken", turn.broken.length)}</p>}
      {turn.feedback !== undefined && <TextFold title={t.text("runs.feedback")} text={turn.feedback} />}
    </section>
  );
}

/** Hands out the conversation up to a run's answer, and the answer, as a provider's request and its response. */
function ProviderExports({ runId }: { readonly runId: RunId }) {
  const { api, toasts } = useApp();
  const exportAs = async (format: RequestFormat) => {
    const exchange = await toResult(api.toProviderExchange(runId, format));
    if (exchange.ok) {
      downloadText(`run-${runId}.${format}.json`, JSON.stringify(exchange.value, null, 2), "application/json");
    } else toasts.show({ text: "toast.not-exported" });
  };
  return (["openai", "anthropic"] as const).map((format) => (
    <Button text={`runs.export-${format}`} key={format} icon="download" onClick={() => void exportAs(format)} />
  ));
}

/** Asks a run's question again, with the model's output taken from its log: the tools run, the model does not. */
function PlayAgain({ record }: { readonly record: RunRecord }) {
  const t = useText();
  const { api, models } = useApp();
  const { fault, report, clear } = useFaults();
  const [working, setWorking] = useState(false);
  const play = async () => {
    setWorking(true);
    clear();
    const start = record.events.find((event) => event.type === "run-start");
    const loaded = await report(api.importModel(new File([JSON.stringify(record)], `run-${record.id}.json`)));
    const asked = start?.type === "run-start" && { text: start.question, skill: start.skill };
    const sent = loaded && (await report(api.send({ conversationId: null, text: record.question, ...asked })));
    setWorking(false);
    void models.refreshModels();
    if (sent) location.hash = toHash({ type: "chat", conversationId: sent.conversationId });
  };
  return (
    <>
      <Button text="runs.play-again" icon="play" disabled={working} onClick={() => void play()} />
      <div className="row-note">
        <p className="quiet field-note">{t.text("runs.play-again-note")}</p>
        {fault}
      </div>
    </>
  );
}

/** The way that a run took through its flow: each node with its exit, and what was asked to choose it. */
function FlowSteps({ steps }: { readonly steps: readonly FlowStep[] }) {
  const t = useText();
  if (steps.length === 0) return null;
  return (
    <section className="card" aria-label={t.text("runs.flow")}>
      <h2>{t.text("runs.flow")}</h2>
      <ol className="flow-steps">
        {steps.map(({ at, node, exit, asked }) => (
          <li key={`${at} ${node}`}>
            <strong>{node}</strong> → {exit}
            {asked !== undefined && (
              <>
                <TextFold title={t.text("runs.flow-asked")} text={asked.prompt} />
                <TextFold title={t.text("runs.flow-said")} text={asked.raw} />
              </>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
