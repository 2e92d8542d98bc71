import { useEffect, useState } from "react";
import {
  EVAL_KINDS,
  type EvalKind,
  type EvalResult,
  type EvalScore,
  type EvalState,
} from "../../../worker/protocol/evals.ts";
import { useText } from "../../messages/use-text.ts";
import { Page } from "../../parts/frame/page.tsx";
import { toModelTitle } from "../../parts/model/model-status.tsx";
import { useRead } from "../../services/use-read.ts";
import { useApp, useAppState, useReadyModel } from "../../state/use-app.ts";
import { TextLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { CurrentModel } from "./current-model.tsx";
import { GymForm } from "./gym-form.tsx";
import { GymLine } from "./gym-line.tsx";
import "../../styles/models.css";

/** A benchmark of the loaded model's tool calls, on this device. */
export function GymView() {
  const t = useText();
  const hasNone = useAppState(({ modelState }) => modelState.type === "none");
  const ready = useReadyModel();
  const models = useAppState((state) => state.models);
  const { gym, scores } = useEvals();
  const model = models.find(({ id }) => id === ready?.modelId);
  return (
    <Page tab="settings/developer" title={t.text("gym.title")} lead={t.text("gym.lead")}>
      <p>
        <TextLink text="nav.models" href="#/models" />
      </p>
      {ready === null && <CurrentModel />}
      {hasNone && <EmptyState icon="chip" text="gym.no-model" />}
      {ready !== null && (
        <section className="card" aria-labelledby="gym-model">
          <div className="card-head">
            <div>
              <p className="quiet">{t.text("gym.model")}</p>
              <h2 id="gym-model">{toModelTitle(ready.modelId, models)}</h2>
            </div>
          </div>
          {model !== undefined && (
            <GymLine model={model} scores={scores.filter((score) => score.modelId === ready.modelId)} />
          )}
          <GymForm isRunning={gym?.type === "running"} />
          {gym !== null && gym.total > 0 && <EvalProgress gym={gym} />}
          <p className="quiet">{t.text("gym.note")}</p>
        </section>
      )}
      {gym !== null && gym.results.length > 0 && <EvalResults results={gym.results} />}
    </Page>
  );
}

/** The benchmark under way or run last, and the scores of every one that has ended. */
function useEvals(): { readonly gym: EvalState | null; readonly scores: readonly EvalScore[] } {
  const { api } = useApp();
  const phase = useAppState((state) => state.phase);
  const [gym, setGym] = useState<EvalState | null>(null);
  const isRunning = gym?.type === "running";
  useEffect(() => {
    if (phase === "ready") void api.watchEvals(setGym);
  }, [phase, api]);
  // A run that has ended leaves a score.
  const scores = useRead((asked) => asked.listEvalScores(), [isRunning]) ?? [];
  return { gym, scores };
}

function EvalProgress({ gym }: { readonly gym: EvalState }) {
  const t = useText();
  const text = t.text("gym.progress", { done: t.number(gym.done), total: t.number(gym.total) });
  const passed = gym.results.filter((result) => result.passed).length;
  return (
    <div
      className="gym-progress"
      data-testid="gym-progress"
      data-state={gym.type}
      data-passed={passed}
      data-done={gym.done}
    >
      <div className="load-progress-text">
        <span>{text}</span>
        <span>{t.number(passed / Math.max(1, gym.done), { style: "percent" })}</span>
      </div>
      <ProgressBar label={text} fraction={gym.total === 0 ? undefined : gym.done / gym.total} />
    </div>
  );
}

/** Every case of a benchmark, by kind. */
function EvalResults({ results }: { readonly results: readonly EvalResult[] }) {
  const t = useText();
  const [failedOnly, setFailedOnly] = useState(false);
  const shown = failedOnly ? results.filter(({ passed }) => !passed) : results;
  const byKind = EVAL_KINDS.map((kind: EvalKind) => ({ kind, list: shown.filter((result) => result.kind === kind) }));
  return (
    <section className="gym-results" aria-labelledby="gym-results">
      <div className="card-head">
        <h2 id="gym-results" className="section-title">
          {t.text("gym.results")}
        </h2>
        <label className="row">
          <input type="checkbox" checked={failedOnly} onChange={(event) => setFailedOnly(event.target.checked)} />
          {t.text("gym.failed-only")}
        </label>
      </div>
      {byKind.map(
        ({ kind, list }) =>
          list.length > 0 && (
            <div key={kind} className="gym-group">
              <h3>{t.text(`gym.kind.${kind}`)}</h3>
              <ul>
                {list.map((result) => (
                  <EvalCaseLine key={result.caseId} result={result} />
                ))}
              </ul>
            </div>
          ),
      )}
    </section>
  );
}

function EvalCaseLine({ result }: { readonly result: EvalResult }) {
  const t = useText();
  return (
    <li data-testid="gym-case" data-case={result.caseId} data-passed={result.passed ? "" : undefined}>
      <details className="fold gym-case">
        <summary>
          <span className={result.passed ? "tag tag-good" : "tag tag-warn"}>
            {t.text(result.passed ? "gym.passed" : "gym.missed")}
          </span>{" "}
          <span lang="">{result.question}</span>
        </summary>
        <div className="fold-body">
          {result.reason !== "" && <p>{result.reason}</p>}
          <p>
            <span className="quiet">{t.text("gym.calls")}:</span>{" "}
            {result.calls.length === 0 ? t.text("gym.no-calls") : <code>{result.calls.join(" → ")}</code>}
          </p>
          <p>
            <span className="quiet">{t.text("gym.answer")}:</span> {result.answer}
          </p>
          <p className="quiet">{t.duration(result.durationMs)}</p>
        </div>
      </details>
    </li>
  );
}
