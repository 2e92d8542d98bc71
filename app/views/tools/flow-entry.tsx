import type { SkillInfo } from "../../../worker/protocol/tool.ts";
import { Fold } from "../../ui/fold.tsx";
import { Icon } from "../../ui/icon.tsx";
import { loadLater } from "../../ui/load-later.tsx";
import { revealName, revealText } from "../../ui/trust/reveal-look-alikes.ts";
import { UseSkill } from "./use-skill.tsx";

const FlowPicture = loadLater(() => import("../../parts/flows/flow-picture.tsx").then((m) => m.FlowPicture));

interface FlowEntryProps {
  readonly flow: SkillInfo;
  /** Just written: it is shown open. */
  readonly isNew: boolean;
}

/** A flow in a line, and opened: its picture. */
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

/** The picture of a skill whose steps form a graph. */
export function FlowOf({ skill }: { readonly skill: SkillInfo }) {
  if (skill.flow === undefined) return null;
  return <FlowPicture title={skill.name} outline={skill.flow} />;
}
