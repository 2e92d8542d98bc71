import { DEFAULT_SETTINGS } from "../../../../worker/protocol/settings.ts";
import type { ToolSpec } from "../../../../worker/protocol/tool.ts";
import { useText } from "../../../messages/use-text.ts";
import { findScriptLanguage } from "../../../parts/results/find-script.ts";
import { NewScript } from "../../../parts/tool/new-script.tsx";
import { isExampleSkill, isOwnSkill, toSkillTitle } from "../../../parts/tool/skill-titles.ts";
import { findToolTitle } from "../../../parts/tool/tool-titles.ts";
import {
  useApp,
  useAppState,
  useComposer,
  useDraftKey,
  useIsDeveloper,
  useReadyModel,
} from "../../../state/use-app.ts";
import { Options } from "../../../ui/fields/form.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { revealName } from "../../../ui/trust/reveal-look-alikes.ts";
import { useIsTemporary } from "./use-is-temporary.ts";
import "../../../styles/sign-select.css";
import "../../../styles/way-picker.css";

/** Which skill answers, and how the next question is asked: whether the model reasons first, if it can be told, and what its calls are for. */
export function QuestionControls() {
  const canSwitch = useReadyModel()?.thinkingSwitch === true;
  const isDeveloper = useIsDeveloper();
  const t = useText();
  const languages = useSkillTools().flatMap((tool) => findScriptLanguage(tool, t) ?? []);
  return (
    <>
      <SkillPicker />
      {canSwitch && <ThinkingSwitch />}
      {isDeveloper && <WayPicker />}
      {languages.map((language) => (
        <NewScript key={language} language={language} iconOnly />
      ))}
    </>
  );
}

/** Whether the model reasons before it answers the next question; shown for models that can be told. */
function ThinkingSwitch() {
  const t = useText();
  const { chat } = useApp();
  const draftKey = useDraftKey();
  const setting = useAppState((state) => state.settings.thinking);
  const chosen = useComposer(({ draft }) => draft.thinking);
  return (
    <label className="thinking-switch">
      <input
        type="checkbox"
        checked={chosen ?? setting}
        onChange={(event) => chat.changeDraft(draftKey, { thinking: event.target.checked })}
      />
      <span>{t.text("composer.think")}</span>
    </label>
  );
}

/** Which skill answers in this chat; shown where the user has some of their own, or is not in the usual one. */
function SkillPicker() {
  const t = useText();
  const { chat } = useApp();
  const draftKey = useDraftKey();
  const skills = useAppState((state) => state.skills);
  const isTemporary = useIsTemporary();
  const value = useSkillName();
  const isDeveloper = useIsDeveloper();
  const all = skills.map(({ name }) => name);
  const isShown = isDeveloper || value !== DEFAULT_SETTINGS.skill || all.some((name) => isOwnSkill(name, t));
  if (skills.length < 2 || isTemporary || !isShown) return null;
  const examples = isDeveloper ? all.filter(isExampleSkill) : [];
  const names = all.filter((name) => !isExampleSkill(name) || (name === value && !isDeveloper));
  const toTitle = (name: string) => toSkillTitle(name, t);
  return (
    <select
      className="skill-picker"
      aria-label={t.text("composer.skill")}
      value={value}
      onChange={(event) => chat.changeDraft(draftKey, { skill: event.target.value })}
    >
      {/* A skill whose file is gone: shown, so that another one is chosen and none is taken unasked. */}
      {!all.includes(value) && (
        <option value={value} disabled>
          {value} ?
        </option>
      )}
      <Options of={names} toText={toTitle} />
      {examples.length > 0 && (
        <optgroup label={t.text("composer.skill-examples")}>
          <Options of={examples} toText={toTitle} />
        </optgroup>
      )}
    </select>
  );
}

const DETECT = "detect";
/** Before a tool's name, so that none is taken for another choice. */
const TOOL = "tool:";

/** How the next question is asked: as usual, with its calls only detected, or held to one tool. */
function WayPicker() {
  const t = useText();
  const { chat } = useApp();
  const draftKey = useDraftKey();
  const way = useComposer(({ draft }) => draft.way);
  const tools = useSkillTools();
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
            <Options
              of={tools}
              toValue={({ name }) => TOOL + name}
              toText={({ name }) => findToolTitle(name, t) ?? revealName(name)}
            />
          </optgroup>
        )}
      </select>
    </span>
  );
}

/** The skill that was chosen for the next question, else the chat's, else the one of the settings. */
function useSkillName(): string {
  const draftKey = useDraftKey();
  const own = useAppState(
    (state) => state.conversations.find(({ id }) => id === draftKey)?.skill ?? state.settings.skill,
  );
  return useComposer(({ draft }) => draft.skill) ?? own;
}

/** The tools of the skill that will answer; a flow chooses among its own. */
function useSkillTools(): readonly ToolSpec[] {
  const skills = useAppState((state) => state.skills);
  const isTemporary = useIsTemporary();
  const own = useSkillName();
  const name = isTemporary ? DEFAULT_SETTINGS.skill : own;
  const skill = skills.find((each) => each.name === name);
  return skill === undefined || skill.flow !== undefined ? [] : skill.tools;
}
