import { useText } from "../../../messages/use-text.ts";
import { findScriptLanguage } from "../../../parts/results/find-script.ts";
import { NewScript } from "../../../parts/tool/new-script.tsx";
import type { DraftKey } from "../../../state/composer/composer-state.ts";
import { useAppState } from "../../../state/use-app.ts";
import { SkillPicker } from "./skill-picker.tsx";
import { ThinkingSwitch } from "./thinking-switch.tsx";
import { useSkillTools, WayPicker } from "./way-picker.tsx";

/** Which skill answers, and how the next question is asked: whether the model reasons first, if it can be told, and what its calls are for. */
export function QuestionControls({ draftKey }: { readonly draftKey: DraftKey }) {
  const canSwitch = useAppState(({ modelState }) => modelState.type === "ready" && modelState.thinkingSwitch === true);
  const t = useText();
  const languages = useSkillTools(draftKey).flatMap((tool) => findScriptLanguage(tool, t) ?? []);
  return (
    <>
      <SkillPicker draftKey={draftKey} />
      {canSwitch && <ThinkingSwitch draftKey={draftKey} />}
      <WayPicker draftKey={draftKey} />
      {languages.map((language) => (
        <NewScript
          key={language}
          language={language}
          iconOnly
          conversationId={draftKey === "new" ? undefined : draftKey}
        />
      ))}
    </>
  );
}
