import { EVAL_KINDS, type EvalScore, isSameTrial, type MeasuredScore } from "../../../worker/protocol/evals.ts";
import type { ModelEntry } from "../../../worker/protocol/model.ts";
import { useText } from "../../messages/use-text.ts";
import { isHere } from "../../parts/model/has-stored-files.ts";
import { useApp, useAppState, useReadyModel } from "../../state/use-app.ts";
import { Button, TextLink } from "../../ui/button.tsx";
import shipped from "./measured-scores.json" with { type: "json" };

interface GymPartProps {
  readonly model: ModelEntry;
  /** The user's, of this model. */
  readonly scores: readonly EvalScore[];
}

/** A model's score in the gym, by kind of case, the best trial first: here, or else with us. */
export function GymLine({ model, scores }: GymPartProps) {
  const t = useText();
  const measured = findMeasured(model, scores);
  if (scores.length + measured.length === 0) {
    return (
      <p className="quiet" data-testid="gym-unmeasured">
        {t.text("gym.unmeasured")} {!isHere(model) && t.text("gym.after-download")}
      </p>
    );
  }
  const share = ({ total, complete }: EvalScore): number => total.passed / Math.max(1, total.tried) + Number(complete);
  const best = [...scores, ...measured].sort((left, right) => share(right) - share(left));
  const [first] = measured;
  return (
    <div className="gym-lines">
      {best.map((score) => (
        <EvalTrial key={`${score.format} ${score.constrained} ${"command" in score}`} score={score} />
      ))}
      {first !== undefined && (
        <p className="quiet" data-testid="gym-measured">
          {t.text("gym.measured", {
            engine: `${first.engine} ${first.engineVersion}`,
            browser: first.browser.replace(/(\d)\..*$/, "$1"),
            date: new Intl.DateTimeFormat(t.locale, { dateStyle: "medium" }).format(first.at),
          })}
        </p>
      )}
    </div>
  );
}

/** The way to the gym: at once for the loaded model, after loading for another whose files are here. */
export function GymButton({ model, scores }: GymPartProps) {
  const { models } = useApp();
  const isLoading = useAppState(({ modelState }) => modelState.type === "loading");
  if (useReadyModel()?.modelId === model.id) {
    return <TextLink text="gym.open" href="#/gym" />;
  }
  const isKnown = scores.length + findMeasured(model, scores).length > 0;
  if (isKnown || !isHere(model)) return null;
  return (
    <Button
      text="gym.load-and-test"
      disabled={isLoading}
      onClick={() => {
        location.hash = "#/gym";
        void models.loadModel(model.id);
      }}
    />
  );
}

function EvalTrial({ score }: { readonly score: EvalScore | MeasuredScore }) {
  const t = useText();
  const { passed, tried } = score.total;
  const lock = t.text(score.constrained ? "gym.constrained" : "gym.free");
  const kinds = EVAL_KINDS.flatMap((kind) => {
    const tally = score.byKind[kind];
    return tally === undefined ? [] : [{ kind, tally }];
  });
  return (
    <details className="gym-line" data-testid="gym-line" data-own={"command" in score ? undefined : ""}>
      <summary>
        <strong>{t.text("gym.score", { score: t.number(passed / Math.max(1, tried), { style: "percent" }) })}</strong>{" "}
        <span className="quiet">
          {t.text("gym.how", { passed: t.number(passed), tried: t.number(tried), format: score.format, lock })}
          {!score.complete && ` ${t.text("gym.partial")}`}
        </span>
      </summary>
      <ul className="gym-kinds">
        {kinds.map(({ kind, tally }) => (
          <li key={kind}>
            <span>{t.text(`gym.kind.${kind}`)}</span>
            <meter min={0} max={tally.tried} value={tally.passed} aria-label={t.text(`gym.kind.${kind}`)} />
            <span className="quiet">
              {t.text("gym.of", { passed: t.number(tally.passed), tried: t.number(tally.tried) })}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Measurements from before the app was shipped: `npm run bench -- gym --all --engine=<id> --ship`. */
const MEASURED: readonly MeasuredScore[] = shipped as readonly MeasuredScore[];

/** Our scores of a model in the format that it speaks now; a full score of the user's takes the place of ours. */
function findMeasured({ id, format }: ModelEntry, own: readonly EvalScore[]): readonly MeasuredScore[] {
  return MEASURED.filter(
    (score) =>
      score.modelId === id && score.format === format && !own.some((each) => each.complete && isSameTrial(each, score)),
  );
}
