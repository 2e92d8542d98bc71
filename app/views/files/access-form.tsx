import type { WorkspaceAccess, WorkspaceInfo } from "../../../worker/protocol/workspaces/workspace.ts";
import { useText } from "../../messages/use-text.ts";
import { useApp, useAppState } from "../../state/use-app.ts";
import { Options } from "../../ui/fields/form.tsx";
import { Fold } from "../../ui/fold.tsx";

const CHOICES = ["none", "read", "write"] as const;

/** Which skills may use a folder, and for what. */
export function AccessForm({ workspace }: { readonly workspace: WorkspaceInfo }) {
  const t = useText();
  const { api, toasts } = useApp();
  const skills = useAppState((state) => state.skills);
  const change = (skill: string, choice: string) => {
    const access = toAccess(workspace.access, skill, CHOICES.find((each) => each === choice) ?? "none");
    void toasts.reportUnsaved(api.changeWorkspace(workspace.id, { access }));
  };
  return (
    <Fold title={t.text("folders.access")}>
      <div className="fold-body access-form">
        <p className="quiet">{t.text("folders.access-note")}</p>
        {skills.map(({ name }) => (
          <label key={name}>
            <span>{name}</span>
            <select value={workspace.access[name] ?? "none"} onChange={(event) => change(name, event.target.value)}>
              <Options of={CHOICES} toText={(choice) => t.text(`folders.access.${choice}`)} />
            </select>
            {workspace.inherited?.includes(name) && <span className="quiet">{t.text("folders.access-inherited")}</span>}
          </label>
        ))}
      </div>
    </Fold>
  );
}

function toAccess(
  access: WorkspaceInfo["access"],
  skill: string,
  choice: WorkspaceAccess | "none",
): WorkspaceInfo["access"] {
  const { [skill]: _, ...others } = access;
  return choice === "none" ? others : { ...others, [skill]: choice };
}
