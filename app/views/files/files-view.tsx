import { Skeletons } from "../../ui/skeletons.tsx";
import "../../styles/files.css";
import { useText } from "../../messages/use-text.ts";
import { StartingQuestions } from "../../parts/files/starting-questions.tsx";
import { useFiles } from "../../parts/files/use-files.ts";
import type { ViewProps } from "../../parts/frame/page.tsx";
import { Page } from "../../parts/frame/page.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";
import { AddFolder } from "./add-folder.tsx";
import { ChangeList, ReadingList } from "./change-list.tsx";
import { FileViewer } from "./file-viewer.tsx";
import { WorkspaceSection } from "./workspace-section.tsx";

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
