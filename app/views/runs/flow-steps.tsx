import type { FlowOutline, FlowOutlineNode } from "../../../worker/protocol/tool.ts";
import { useText } from "../../messages/use-text.ts";
import type { FlowStep } from "../../state/run-timeline.ts";
import { useAppState } from "../../state/use-app.ts";
import { loadLater } from "../../ui/load-later.tsx";
import { TextFold } from "./text-fold.tsx";

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

/** A step of a run through a flow. */
type Step = Pick<FlowStep, "node" | "nodeType" | "exit">;

/**
 * The graph to draw a run's way on: the flow as it is now if the way still fits it, else the nodes and exits of the way
 * alone. A run's log holds the way and not the flow, which may have been changed since.
 */
export function toWayOutline(steps: readonly Step[], flow: FlowOutline | undefined): FlowOutline {
  if (flow !== undefined && fits(steps, flow)) return flow;
  const nodes = new Map<string, FlowOutlineNode>();
  for (const [index, { node, nodeType, exit }] of steps.entries()) {
    const next = steps[index + 1]?.node;
    const known = nodes.get(node)?.exits ?? [];
    const isNew = next !== undefined && !known.some(({ name }) => name === exit);
    nodes.set(node, { name: node, type: nodeType, exits: isNew ? [...known, { name: exit, next }] : known });
  }
  return { start: steps[0]?.node ?? "", nodes: [...nodes.values()] };
}

function fits(steps: readonly Step[], { start, nodes }: FlowOutline): boolean {
  if (steps[0]?.node !== start) return false;
  return steps.every(({ node, nodeType, exit }, index) => {
    const known = nodes.find(({ name }) => name === node);
    if (known === undefined || known.type !== nodeType) return false;
    const next = steps[index + 1]?.node;
    if (known.exits.length === 0) return next === undefined;
    const taken = known.exits.find(({ name }) => name === exit);
    return taken !== undefined && (next === undefined || taken.next === next);
  });
}
