import { type ClipboardEvent, useEffect, useState } from "react";
import type { Answer } from "../../../worker/protocol/answer.ts";
import { defined } from "../../../worker/protocol/defined.ts";
import { toRunLock } from "../../../worker/protocol/ids.ts";
import type { AssistantMessage, NoticeKind } from "../../../worker/protocol/message.ts";
import type { ModelState } from "../../../worker/protocol/model.ts";
import type { MessageKey } from "../../messages/catalogue.ts";
import { useText } from "../../messages/use-text.ts";
import { toModelTitle } from "../../parts/model/model-status.tsx";
import { UndoWrites } from "../../parts/tool/undo-writes.tsx";
import { Notices } from "../../parts/turn/notices.tsx";
import { TurnPart } from "../../parts/turn/turn-part.tsx";
import { toResult } from "../../state/app-state.ts";
import type { LiveRun, RunEnd } from "../../state/live-run.ts";
import { useApp, useAppState } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";
import { Mark } from "../../ui/icon.tsx";
import { loadLater } from "../../ui/load-later.tsx";
import { LoadProgressLine } from "../../ui/load-progress-line.tsx";
import { ForeignMark } from "../../ui/trust/foreign-mark.tsx";
import { withoutHidden } from "../../ui/trust/reveal-hidden.ts";
import "../../styles/summary.css";

const ByApp = loadLater(() => import("./answer-origin.tsx").then((m) => m.ByApp));
const AskLarger = loadLater(() => import("./answer-origin.tsx").then((m) => m.AskLarger));
const FilesRead = loadLater(() => import("./answer-readings.tsx").then((m) => m.FilesRead));
const RecalledNotes = loadLater(() => import("./answer-readings.tsx").then((m) => m.RecalledNotes));
const Reading = loadLater(() => import("./reading.tsx").then((m) => m.Reading));
const AnswerActions = loadLater(
  () => import("./answer-actions.tsx").then((m) => m.AnswerActions),
  () => <footer className="answer-actions" />,
);
const AnswerFiles = loadLater(() => import("../../parts/turn/answer-files.tsx").then((m) => m.AnswerFiles));

interface AnswerItemProps {
  readonly message: AssistantMessage;
  readonly siblings: readonly string[];
  readonly last: boolean;
}

/** The model's answer: what it thought, wrote and called, turn by turn, and how it ended. */
export function AnswerItem({ message, siblings, last }: AnswerItemProps) {
  const t = useText();
  const { api } = useApp();
  const run = useAppState((state) => state.runs[message.runId]);
  const loading = useAppState(({ modelState }) => (modelState.type === "loading" ? modelState : null));
  // While a run is under way its events are ahead of storage; afterwards storage has the last word.
  const answer: Answer = message.state === "running" && run !== undefined ? run.answer : message;
  const running = answer.state === "running";
  const calls = message.turns.flatMap(({ calls }) => calls);
  const steps = answer.turns.flatMap((turn) => turn.calls);
  const isFolded = !running && steps.length > 1;
  const first = answer.turns.find((turn) => turn.calls.length > 0);
  const cited = !running && calls.some(({ call }) => /_files?$/.test(call.name)) && message;
  return (
    <article
      className="answer"
      data-testid="answer"
      data-state={answer.state}
      aria-labelledby={`answer-${message.id}`}
      aria-busy={running}
      onCopy={copyVisible}
    >
      <h2 className="visually-hidden" id={`answer-${message.id}`}>
        {t.text("chat.answer")}
      </h2>
      <div className="answer-mark">
        <Mark />
      </div>
      <div className="answer-body">
        {message.foreign && <ForeignMark />}
        {answer.turns.map((turn, index) => (
          <TurnPart
            // biome-ignore lint/suspicious/noArrayIndexKey: turns are only ever appended
            key={index}
            turn={turn}
            run={run}
            running={running}
            current={running && index === answer.turns.length - 1}
            decidable
            results={answer.noticeKind === "own-words" && index === answer.turns.length - 1 && steps}
            steps={isFolded ? (turn === first ? steps : []) : undefined}
            cited={turn.calls.length === 0 && cited}
          />
        ))}
        {running && <Activity run={run} loading={loading} />}
        {running && run === undefined && loading === null && <OtherTabRun message={message} />}
        {message.filesRead !== undefined && message.by === undefined && <FilesRead read={message.filesRead} />}
        {!running && message.recalled !== undefined && message.recalled.used?.length !== 0 && (
          <RecalledNotes recalled={message.recalled} />
        )}
        {!running && <Ending message={message} answer={answer} run={run} last={last} />}
        {!running && message.by !== undefined && !isTooSmall(message) && <ByApp message={message} />}
        {!running && isTooSmall(message) && <AskLarger message={message} />}
        {cited && <AnswerFiles message={message} />}
        {!running && (
          <UndoWrites
            calls={calls}
            isUndone={message.undoneAt !== undefined}
            undo={() => toResult(api.undoAnswer(message.id))}
          />
        )}
        {!running && <AnswerActions message={message} siblings={siblings} cost={answer.cost} />}
      </div>
    </article>
  );
}

interface ActivityProps {
  readonly run: LiveRun | undefined;
  /** The model that is on its way. */
  readonly loading: Extract<ModelState, { readonly type: "loading" }> | null;
}

/** The model's present work, when nothing else shows it. */
function Activity({ run, loading }: ActivityProps) {
  const t = useText();
  const models = useAppState((state) => state.models);
  const turn = run?.answer.turns.at(-1);
  const prefill = run?.prefill;
  const isElsewhere =
    turn !== undefined &&
    (turn.text !== "" || turn.reasoning !== "" || turn.calls.some((call) => call.outcome === undefined));
  if (prefill === undefined && (isElsewhere || (run?.writing.length ?? 0) > 0)) return null;
  if (loading !== null) {
    return (
      <div className="activity">
        <span className="shimmer">{t.text("chat.waits-for", { title: toModelTitle(loading.modelId, models) })}</span>
        <LoadProgressLine progress={loading.progress} />
      </div>
    );
  }
  const label = t.text(prefill === undefined ? "chat.working" : "chat.waits-for-tab");
  if (prefill === undefined || prefill.waiting === true) {
    return (
      <div className="activity">
        <span className="shimmer">{label}</span>
      </div>
    );
  }
  return <Reading run={run} prefill={prefill} />;
}

interface EndingProps {
  readonly message: AssistantMessage;
  readonly answer: Answer;
  readonly run: LiveRun | undefined;
  readonly last: boolean;
}

function Ending({ message, answer, run, last }: EndingProps) {
  const t = useText();
  const { chat } = useApp();
  const { state, notice, noticeKind } = answer;
  const stored = notice === undefined ? [] : [{ text: notice, ...defined({ kind: noticeKind }) }];
  const notices = (run?.notices ?? stored).filter(({ kind }) => kind !== "too-small");
  const retry = () => void chat.regenerate(message.conversationId, message.id);
  if (state === "running" || state === "complete") return <Notices notices={notices} />;
  const failure = run?.end?.failure;
  return (
    <>
      <Notices notices={notices.filter(({ kind }) => kind === undefined || !hasEndText(kind))} />
      {failure !== undefined && failure.code !== "cancelled" ? (
        <FailureCard failure={failure} onRetry={last ? retry : undefined} />
      ) : (
        <div className="ending" data-testid="run-ending">
          <span>{toEndText(state, run?.end, notices.at(-1)?.kind, t.text)}</span>
          {last && state === "budget-exceeded" && (
            <Button
              text="action.continue"
              small
              icon="play"
              onClick={() => void chat.continueRun(message.conversationId, t.text("chat.continue-message"))}
            />
          )}
          {last && state !== "budget-exceeded" && <Button text="action.retry" small icon="refresh" onClick={retry} />}
        </div>
      )}
    </>
  );
}

function toEndText(
  state: Exclude<Answer["state"], "running" | "complete">,
  end: RunEnd | undefined,
  kind: NoticeKind | undefined,
  text: (key: MessageKey) => string,
): string {
  if (end?.budget !== undefined) return text(`end.budget.${end.budget}`);
  if (end?.reason === "ended-by-policy") return text("end.ended-by-policy");
  // A stored answer knows how it ended by its last notice only.
  return state === "failed" && kind !== undefined && hasEndText(kind)
    ? text(`end.${kind}`)
    : text(state === "budget-exceeded" ? "end.budget" : `end.${state}`);
}

/** True for what the line about the end says, so that it is not said twice. */
function hasEndText(kind: NoticeKind): kind is "no-answer" | "unreadable" | "repeated-call" {
  return kind === "no-answer" || kind === "unreadable" || kind === "repeated-call";
}

/** True for what a larger model may answer: a small one refused it, ended without an answer, or had no words but its own. */
function isTooSmall({ noticeKind }: Answer): boolean {
  return noticeKind === "too-small" || (noticeKind !== undefined && hasEndText(noticeKind));
}

/** Copies a selection of an answer as it is seen. */
function copyVisible(event: ClipboardEvent): void {
  const selected = String(getSelection());
  const visible = withoutHidden(selected);
  if (visible === selected) return;
  event.clipboardData.setData("text/plain", visible);
  event.preventDefault();
}

/** A run of this tab is heard of sooner than that. */
const OTHER_TAB_MS = 1500;

/** Says that another tab writes an answer, and reads the answer again once that tab has ended it or is gone. */
function OtherTabRun({ message }: { readonly message: AssistantMessage }) {
  const t = useText();
  const { chat } = useApp();
  const [isOther, setIsOther] = useState(false);
  const { conversationId, runId } = message;
  useEffect(() => {
    const timer = setTimeout(() => setIsOther(true), OTHER_TAB_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!isOther) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    // Read only after the lock is let go of: while it is held the run counts as alive.
    void navigator.locks
      ?.request(toRunLock(runId), { mode: "shared", signal }, async () => undefined)
      .then(() => chat.openConversation(conversationId))
      .catch(() => undefined);
    return () => controller.abort();
  }, [isOther, chat, conversationId, runId]);
  return isOther ? <p className="quiet">{t.text("chat.other-tab")}</p> : null;
}
