import { useEffect } from "react";
import { findProject } from "../../../../worker/protocol/project.ts";
import { useText } from "../../../messages/use-text.ts";
import { EMPTY_DRAFT } from "../../../state/composer/composer-state.ts";
import { useApp, useAppState, useComposer, useDraftKey } from "../../../state/use-app.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import "../../../styles/temporary.css";

/** Explains a temporary chat, and for a new one the way back. It ends when it is left. */
export function TemporaryNote() {
  const t = useText();
  const { chat } = useApp();
  const draftKey = useDraftKey();
  const { temporary: _, ...draft } = useComposer((composer) => composer.draft);
  useEffect(() => {
    if (draftKey === "new") return undefined;
    return () => chat.leaveTemporary(draftKey);
  }, [chat, draftKey]);
  return (
    <div className="temporary-note" data-testid="temporary">
      <Icon name="clock" />
      <p>{t.text("temporary.note")}</p>
      {draftKey === "new" && (
        <Button
          text="temporary.end"
          small
          tone="quiet"
          onClick={() => chat.replaceDraft(draftKey, { ...EMPTY_DRAFT, ...draft })}
        />
      )}
    </div>
  );
}

/** Says in which project the new chat begins, with the way back. */
export function ProjectNote({ id }: { readonly id: string }) {
  const t = useText();
  const { chat } = useApp();
  const name = useAppState(({ settings }) => findProject(settings, id).name);
  const { project: _, skill: __, ...draft } = useComposer((composer) => composer.draft);
  return (
    <div className="temporary-note" data-testid="project-note">
      <Icon name="folder" />
      <p>{t.text("project.note", { name })}</p>
      <Button text="project.leave" small tone="quiet" onClick={() => chat.replaceDraft("new", draft)} />
    </div>
  );
}
