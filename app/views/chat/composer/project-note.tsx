import { findProject } from "../../../../worker/protocol/project.ts";
import { useText } from "../../../messages/use-text.ts";
import { useApp, useAppState, useComposer } from "../../../state/use-app.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import "../../../styles/temporary.css";

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
