import type { ReactElement } from "react";
import { GYM_KINDS, type GymScore } from "../../../worker/protocol/gym.ts";
import { useText } from "../../use-app.ts";

/** What a model reached in the gym, by kind of case, the best trial first; nothing where it has none. */
export function GymLine({ scores }: { readonly scores: readonly GymScore[] }): ReactElement | null {
  if (scores.length === 0) return null;
  const share = ({ total, complete }: GymScore): number => total.passed / Math.max(1, total.tried) + Number(complete);
  const best = [...scores].sort((left, right) => share(right) - share(left));
  return (
    <div className="gym-lines">
      {best.map((score) => (
        <GymTrial key={`${score.format} ${score.constrained}`} score={score} />
      ))}
    </div>
  );
}

function GymTrial({ score }: { readonly score: GymScore }): ReactElement {
  const t = useText();
  const { passed, tried } = score.total;
  const lock = t.text(score.constrained ? "gym.constrained" : "gym.free");
  const kinds = GYM_KINDS.flatMap((kind) => {
    const tally = score.byKind[kind];
    return tally === undefined ? [] : [{ kind, tally }];
  });
  return (
    <details className="gym-line" data-testid="gym-line">
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
