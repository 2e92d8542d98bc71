import { type ReactElement, type ReactNode, useEffect, useState } from "react";
import {
  EVAL_KINDS,
  type EvalKind,
  type EvalResult,
  type EvalScore,
  type EvalState,
} from "../../../worker/protocol/evals.ts";
import type { FormatId } from "../../../worker/protocol/model.ts";
import { useText } from "../../messages/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { useApp, useAppState } from "../../use-app.ts";
import { Page } from "../page.tsx";
import { toModelTitle } from "../shell/model-status.tsx";
import type { ViewFrame } from "../view-frame.ts";
import "../../styles/models.css";
import type { Failure } from "../../../worker/protocol/failure.ts";
import { CurrentModel } from "./current-model.tsx";
import { GymLine } from "./gym-line.tsx";

/** Formats worth trying with any model; its own comes first. */
const FORMATS: readonly FormatId[] = ["chatml", "llama3", "mistral", "generic", "pythonic"];
const CASES = 100;
const FEW = 2;

/** A benchmark of the loaded model's tool calls, on this device. */
export function GymView(frame: ViewFrame): ReactElement {
  const t = useText();
  const { api } = useApp();
  const phase = useAppState((state) => state.phase);
  const modelState = useAppState((state) => state.modelState);
  const models = useAppState((state) => state.models);
  const [gym, setGym] = useState<EvalState | null>(null);
  const [scores, setScores] = useState<readonly EvalScore[]>([]);
  const [failure, setFailure] = useState<Failure | null>(null);

  useEffect(() => {
    if (phase === "ready") void api.watchEvals(setGym);
  }, [phase, api]);
  const isRunning = gym?.type === "running";
  // biome-ignore lint/correctness/useExhaustiveDependencies: a run that has ended leaves a score
  useEffect(() => {
    if (phase === "ready") void api.listEvalScores().then(setScores);
  }, [phase, api, isRunning]);

  const start = async (form: FormData) => {
    const kind = String(form.get("kind"));
    const started = await api.startEvals({
      format: FORMATS.find((format) => format === form.get("format")) ?? null,
      constrained: form.get("lock") !== "free",
      kinds: EVAL_KINDS.filter((each) => each === kind),
      ...(form.get("amount") === "few" ? { perKind: FEW } : {}),
    });
    setFailure(started.ok ? null : started.failure);
  };

  const modelId = modelState.type === "ready" ? modelState.modelId : null;
  const model = models.find(({ id }) => id === modelId);
  return (
    <Page title={t.text("gym.title")} lead={t.text("gym.lead")} {...frame}>
      <p>
        <a className="text-link" href="#/models">
          {t.text("nav.models")}
        </a>
      </p>
      {modelState.type === "loading" && <CurrentModel state={modelState} device={null} />}
      {modelState.type === "failed" && <CurrentModel state={modelState} device={null} />}
      {modelState.type === "none" && <EmptyState icon="chip" title={t.text("gym.no-model")} />}
      {modelState.type === "ready" && modelId !== null && (
        <section className="card" aria-labelledby="gym-model">
          <div className="card-head">
            <div>
              <p className="quiet">{t.text("gym.model")}</p>
              <h2 id="gym-model">{toModelTitle(modelId, models)}</h2>
            </div>
          </div>
          {model !== undefined && (
            <GymLine model={model} scores={scores.filter((score) => score.modelId === modelId)} />
          )}
          <form
            className="gym-form"
            onSubmit={(event) => {
              event.preventDefault();
              void start(new FormData(event.currentTarget));
            }}
          >
            <EvalChoice name="format" label={t.text("gym.format")} disabled={isRunning}>
              <option value="">{t.text("gym.format-own", { format: modelState.format })}</option>
              {FORMATS.filter((format) => format !== modelState.format).map((format) => (
                <option key={format}>{format}</option>
              ))}
            </EvalChoice>
            <EvalChoice name="lock" label={t.text("gym.lock")} disabled={isRunning}>
              <option value="constrained">{t.text("gym.constrained")}</option>
              <option value="free">{t.text("gym.free")}</option>
            </EvalChoice>
            <EvalChoice name="kind" label={t.text("gym.kinds")} disabled={isRunning}>
              <option value="">{t.text("gym.amount-all", { count: t.number(EVAL_KINDS.length) })}</option>
              {EVAL_KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {t.text(`gym.kind.${kind}`)}
                </option>
              ))}
            </EvalChoice>
            <EvalChoice name="amount" label={t.text("gym.amount")} disabled={isRunning}>
              <option value="all">{t.text("gym.amount-all", { count: t.number(CASES) })}</option>
              <option value="few">{t.text("gym.amount-few", { count: t.number(FEW) })}</option>
            </EvalChoice>
            <div className="row">
              {isRunning ? (
                <Button icon="stop" onClick={() => void api.stopEvals()}>
                  {t.text("gym.stop")}
                </Button>
              ) : (
                <Button type="submit" tone="primary" icon="play">
                  {t.text("gym.start")}
                </Button>
              )}
            </div>
          </form>
          {failure !== null && <FailureCard failure={failure} onDismiss={() => setFailure(null)} />}
          {gym !== null && gym.total > 0 && <EvalProgress gym={gym} />}
          <p className="quiet">{t.text("gym.note")}</p>
        </section>
      )}
      {gym !== null && gym.results.length > 0 && <EvalResults results={gym.results} />}
    </Page>
  );
}

function EvalChoice({
  name,
  label,
  disabled,
  children,
}: {
  readonly name: string;
  readonly label: string;
  readonly disabled: boolean;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <label className="field">
      <span>{label}</span>
      <select name={name} disabled={disabled}>
        {children}
      </select>
    </label>
  );
}

function EvalProgress({ gym }: { readonly gym: EvalState }): ReactElement {
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

function EvalResults({ results }: { readonly results: readonly EvalResult[] }): ReactElement {
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

function EvalCaseLine({ result }: { readonly result: EvalResult }): ReactElement {
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
