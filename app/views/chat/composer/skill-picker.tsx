import { useText } from "../../../messages/use-text.ts";
import { isExampleSkill, toSkillTitle } from "../../../parts/tool/skill-titles.ts";
import type { DraftKey } from "../../../state/composer/composer-state.ts";
import { useApp, useAppState, useComposer } from "../../../state/use-app.ts";
import { Options } from "../../../ui/fields/form.tsx";
import { useIsTemporary } from "./use-is-temporary.ts";

/** Which skill answers in this chat; shown where there are several. */
export function SkillPicker({ draftKey }: { readonly draftKey: DraftKey }) {
  const t = useText();
  const { chat } = useApp();
  const skills = useAppState((state) => state.skills);
  const isTemporary = useIsTemporary(draftKey);
  const own = useAppState(
    (state) => state.conversations.find(({ id }) => id === draftKey)?.skill ?? state.settings.skill,
  );
  const chosen = useComposer(draftKey, ({ draft }) => draft.skill);
  if (skills.length < 2 || isTemporary) return null;
  const value = chosen ?? own;
  const names = skills.map(({ name }) => name);
  const toTitle = (name: string) => toSkillTitle(name, t);
  return (
    <select
      className="skill-picker"
      aria-label={t.text("composer.skill")}
      value={value}
      onChange={(event) => chat.changeDraft(draftKey, { skill: event.target.value })}
    >
      {/* A skill whose file is gone: shown, so that another one is chosen and none is taken unasked. */}
      {!names.includes(value) && (
        <option value={value} disabled>
          {value} ?
        </option>
      )}
      <Options of={names.filter((name) => !isExampleSkill(name))} toText={toTitle} />
      <optgroup label={t.text("composer.skill-examples")}>
        <Options of={names.filter(isExampleSkill)} toText={toTitle} />
      </optgroup>
    </select>
  );
}
