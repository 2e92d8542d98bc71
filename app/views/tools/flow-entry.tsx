import type { SkillInfo } from "../../../worker/protocol/tool.ts";
import { Fold } from "../../ui/fold.tsx";
import { Icon } from "../../ui/icon.tsx";
import { revealName, revealText } from "../../ui/trust/reveal-look-alikes.ts";
import { UseSkill } from "./use-skill.tsx";

interface FlowEntryProps {
  readonly flow: SkillInfo;
  /** Just written: it is shown open. */
  readonly isNew: boolean;
}

/** A flow in a line, and opened: its nodes. */
export function FlowEntry({ flow, isNew }: FlowEntryProps) {
  const title = (
    <>
      <span className="tool-line">
        <code className="tool-name">{revealName(flow.name)}</code>
        <span className="tool-call tool-about">{revealText(flow.description)}</span>
      </span>
      <Icon name="down" />
    </>
  );
  return (
    <Fold className="tool-card" data-testid="flow" data-flow={flow.name} isOpen={isNew} title={title}>
      {() => (
        <div className="tool-body">
          <FlowOf skill={flow} />
          <UseSkill name={flow.name} />
        </div>
      )}
    </Fold>
  );
}

/** The nodes of a skill whose steps form a graph, each with its exits. */
export function FlowOf({ skill: { flow } }: { readonly skill: SkillInfo }) {
  return (
    <ul className="flow-nodes">
      {flow?.nodes.map(({ name, exits }) => (
        <li key={name}>
          <code>{name}</code> {exits.map((exit) => `${exit.name} → ${exit.next}`).join(", ")}
        </li>
      ))}
    </ul>
  );
}
