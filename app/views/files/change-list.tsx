import { useState } from "react";
import { MANUAL_RUN } from "../../../worker/protocol/ids.ts";
import type { FileChange, WorkspaceInfo } from "../../../worker/protocol/workspaces/workspace.ts";
import { useText } from "../../messages/use-text.ts";
import { FileChangeLine } from "../../parts/files/file-change-line.tsx";
import { useFiles } from "../../parts/files/use-files.ts";
import { toHash } from "../../state/route.ts";
import { TextLink } from "../../ui/button.tsx";
import { Fold } from "../../ui/fold.tsx";
import { revealName } from "../../ui/trust/reveal-look-alikes.ts";

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
              {change.conversationId !== MANUAL_RUN && (
                <TextLink
                  text="folders.in-chat"
                  href={toHash({ type: "chat", conversationId: change.conversationId })}
                />
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

/** Which files the agent read, and in which chat. */
export function ReadingList({ workspaces }: { readonly workspaces: readonly WorkspaceInfo[] }) {
  const t = useText();
  const found = useFiles((api) => api.listFileReadings(), "");
  const readings = found?.ok === true ? found.value : [];
  if (readings.length === 0) return null;
  const names = new Map(workspaces.map(({ id, name }) => [id, name]));
  return (
    <Fold className="section fold" title={`${t.text("folders.read")} (${t.number(readings.length)})`}>
      <ul className="fold-body">
        {readings.map(({ workspaceId, path, at, conversationId }) => {
          const file = `${names.get(workspaceId) ?? ""}/${path}`;
          return (
            <li key={file}>
              <TextLink href={toHash({ type: "files", file, find: "" })} dir="auto">
                {revealName(file)}
              </TextLink>{" "}
              <span className="quiet">{t.date(at)}</span>{" "}
              {conversationId !== MANUAL_RUN && (
                <TextLink text="folders.in-chat" href={toHash({ type: "chat", conversationId })} />
              )}
            </li>
          );
        })}
      </ul>
    </Fold>
  );
}
