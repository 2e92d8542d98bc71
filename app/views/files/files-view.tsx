import { useState } from "react";
import { MANUAL_RUN } from "../../../worker/protocol/ids.ts";
import type { FileChange, WorkspaceInfo } from "../../../worker/protocol/workspaces/workspace.ts";
import { useText } from "../../messages/use-text.ts";
import { FileChangeLine } from "../../parts/files/file-change-line.tsx";
import { StartingQuestions } from "../../parts/files/starting-questions.tsx";
import { useFiles } from "../../parts/files/use-files.ts";
import { Page, type ViewProps } from "../../parts/frame/page.tsx";
import { toHash } from "../../state/route.ts";
import { TextLink } from "../../ui/button.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { revealName } from "../../ui/trust/reveal-look-alikes.ts";
import { AddFolder } from "./add-folder.tsx";
import { FileViewer } from "./file-viewer.tsx";
import { WorkspaceSection } from "./workspace-section.tsx";
import "../../styles/files.css";

/** The user's folders: what is in them, who may use them, what was read and changed. */
export function FilesView({ rest: file, find }: ViewProps) {
  const t = useText();
  const found = useFiles((api) => api.listWorkspaces(), "");
  const workspaces = found?.ok === true ? found.value : [];
  return (
    <Page title={t.text("nav.files")} lead={t.text("folders.lead")}>
      {found?.ok === false && <FailureCard failure={found.failure} />}
      {file !== "" && <FileViewer key={file} file={file} find={find} />}
      {file === "" && found?.ok === true && (
        <>
          <AddFolder workspaces={workspaces} />
          {workspaces.length > 0 && <StartingQuestions />}
          {workspaces.map((workspace) => (
            <WorkspaceSection key={workspace.id} workspace={workspace} />
          ))}
          {workspaces.length > 0 && (
            <>
              {workspaces.every(({ meaning }) => meaning === undefined) && (
                <p className="quiet">{t.text("folders.meaning-how")}</p>
              )}
              <ChangeList workspaces={workspaces} />
              <ReadingList workspaces={workspaces} />
            </>
          )}
        </>
      )}
      {found === undefined && <Skeletons rows={1} />}
    </Page>
  );
}

const MAX_SHOWN = 20;

/** The agent's changes in the folders; each can be undone. */
function ChangeList({ workspaces }: { readonly workspaces: readonly WorkspaceInfo[] }) {
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
function ReadingList({ workspaces }: { readonly workspaces: readonly WorkspaceInfo[] }) {
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
