import { DEFAULT_SETTINGS } from "../../../../worker/protocol/settings.ts";
import type { ToolSpec } from "../../../../worker/protocol/tool.ts";
import { useText } from "../../../messages/use-text.ts";
import type { DraftKey } from "../../../state/composer/composer-state.ts";
import "../../../styles/sign-select.css";
import "../../../styles/way-picker.css";
import { findToolTitle } from "../../../parts/tool/tool-titles.ts";
import { useApp, useAppState, useComposer } from "../../../state/use-app.ts";
import { Icon } from "../../../ui/icon.tsx";
import { revealName } from "../../../ui/trust/reveal-look-alikes.ts";

const DETECT = "detect";
/** Before a tool's name, so that none is taken for another choice. */
const TOOL = "tool:";

/** How the next question is asked: as usual, with its calls only detected, or held to one tool. */
export function WayPicker({ draftKey }: { readonly draftKey: DraftKey }) {
  const t = useText();
  const { chat } = useApp();
  const way = useComposer(draftKey, ({ draft }) => draft.way);
  const tools = useSkillTools(draftKey);
  const value = way?.onlyTool !== undefined ? TOOL + way.onlyTool : way?.detect === true ? DETECT : "";
  const choose = (chosen: string) => {
    if (chosen === DETECT) chat.changeDraft(draftKey, { way: { detect: true } });
    else if (chosen === "") chat.changeDraft(draftKey, { way: {} });
    else chat.changeDraft(draftKey, { way: { forceCall: true, onlyTool: chosen.slice(TOOL.length) } });
  };
  return (
    <span className={`sign-select way-picker${value === "" ? "" : " is-chosen"}`}>
      <Icon name="sliders" />
      <select
        className="skill-picker"
        aria-label={t.text("composer.way")}
        title={t.text("composer.way")}
        value={value}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">{t.text("composer.way-usual")}</option>
        <option value={DETECT}>{t.text("composer.way-detect")}</option>
        {tools.length > 0 && (
          <optgroup label={t.text("composer.way-tool")}>
            {tools.map(({ name }) => (
              <option key={name} value={TOOL + name}>
                {findToolTitle(name, t) ?? revealName(name)}
              </option>
            ))}
          </optgroup>
        )}
      </select>
    </span>
  );
}

/** The tools of the skill that will answer; a flow chooses among its own. */
export function useSkillTools(draftKey: DraftKey): readonly ToolSpec[] {
  const skills = useAppState((state) => state.skills);
  const conversation = useAppState((state) => state.conversations.find(({ id }) => id === draftKey));
  const usual = useAppState((state) => state.settings.skill);
  const draft = useComposer(draftKey, (composer) => composer.draft);
  const isTemporary = conversation?.temporary === true || draft.temporary === true;
  const name = isTemporary ? DEFAULT_SETTINGS.skill : (draft.skill ?? conversation?.skill ?? usual);
  const skill = skills.find((each) => each.name === name);
  return skill === undefined || skill.flow !== undefined ? [] : skill.tools;
}
