import { useText } from "../../messages/use-text.ts";
import type { FlowStep } from "../../state/run-timeline.ts";
import { useAppState } from "../../state/use-app.ts";
import { loadLater } from "../../ui/load-later.tsx";
import { TextFold } from "./text-fold.tsx";
import { toWayOutline } from "./to-way-outline.ts";

const FlowPicture = loadLater(() => import("../../parts/flows/flow-picture.tsx").then((m) => m.FlowPicture));

interface FlowStepsProps {
  readonly steps: readonly FlowStep[];
  /** The name of the skill that the run was under. */
  readonly skill: string | undefined;
}

/** The way that a run took through its flow: each node with its exit, and what was asked to choose it. */
export function FlowSteps({ steps, skill }: FlowStepsProps) {
  const t = useText();
  const flow = useAppState((state) => state.skills.find(({ name }) => name === skill)?.flow);
  if (steps.length === 0) return null;
  return (
    <section className="card" aria-label={t.text("runs.flow")}>
      <h2>{t.text("runs.flow")}</h2>
      <FlowPicture title={t.text("runs.flow")} outline={toWayOutline(steps, flow)} way={steps} />
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
