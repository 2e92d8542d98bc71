import { useText } from "../../messages/use-text.ts";
import { useApp, useAppState } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";

/** Makes a skill the one of new chats, or says that it is. */
export function UseSkill({ name }: { readonly name: string }) {
  const t = useText();
  const { models } = useApp();
  const chosen = useAppState((state) => state.settings.skill);
  if (name === chosen) return <span className="tag tag-good">{t.text("tools.default-skill")}</span>;
  return <Button text="tools.use-skill" small onClick={() => void models.changeSettings({ skill: name })} />;
}
