import { useState } from "react";
import { EVAL_KINDS, type EvalKind, type EvalResult } from "../../../worker/protocol/evals.ts";
import { useText } from "../../messages/use-text.ts";

/** Every case of a benchmark, by kind. */
export function EvalResults({ results }: { readonly results: readonly EvalResult[] }) {
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
