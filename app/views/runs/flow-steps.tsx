import { useText } from "../../messages/use-text.ts";
import type { FlowStep } from "../../state/run-timeline.ts";
import { TextFold } from "./text-fold.tsx";

/** The way that a run took through its flow: each node with its exit, and what was asked to choose it. */
export function FlowSteps({ steps }: { readonly steps: readonly FlowStep[] }) {
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
