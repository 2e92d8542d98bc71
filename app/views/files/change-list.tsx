import { useState } from "react";
import type { FileChange, WorkspaceInfo } from "../../../worker/protocol/workspaces/workspace.ts";
import { useText } from "../../messages/use-text.ts";
import { FileChangeLine } from "../../parts/files/file-change-line.tsx";
import { useFiles } from "../../parts/files/use-files.ts";
import { toHash } from "../../state/route.ts";

const MAX_SHOWN = 20;

/** The agent's changes in the folders; each can be undone. */
export function ChangeList({ workspaces }: { readonly workspaces: readonly WorkspaceInfo[] }) {
  const t = useText();
  const found = useFiles((api) => api.listFileChanges(), "");
  const [all, setAll] = useState(false);
  const changes = found?.ok === true ? found.value : [];
  if (changes.length === 0) return null;
  const toFolder = ({ workspaceId }: FileChange) => workspaces.find(({ id }) => id === workspaceId)?.name;
  return (
    <section className="section" aria-labelledby="file-changes">
      <h2 id="file-changes">{t.text("folders.changed")}</h2>
      <p className="quiet">{t.text("folders.changed-note")}</p>
      <ul className="cards">
        {changes.slice(0, all ? changes.length : MAX_SHOWN).map((change) => (
          <li key={change.id} className="card">
            <FileChangeLine change={change} folder={toFolder(change)} />
            <p className="quiet">
              {t.date(change.at)}{" "}
              {change.conversationId !== "by-hand" && (
                <a className="text-link" href={toHash({ type: "chat", conversationId: change.conversationId })}>
                  {t.text("folders.in-chat")}
                </a>
              )}
            </p>
          </li>
        ))}
      </ul>
      {!all && changes.length > MAX_SHOWN && (
        <button type="button" className="text-link" onClick={() => setAll(true)}>
          {t.text("action.show-all")}
        </button>
      )}
    </section>
  );
}
