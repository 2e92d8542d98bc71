import { useState } from "react";
import { defined } from "../../../worker/protocol/defined.ts";
import type { ReadingProgress, WorkspaceAccess, WorkspaceInfo } from "../../../worker/protocol/workspaces/workspace.ts";
import { useText } from "../../messages/use-text.ts";
import { type Report, useFaults } from "../../parts/frame/use-faults.tsx";
import { isExampleSkill, toSkillTitle } from "../../parts/tool/skill-titles.ts";
import { requestFolder } from "../../services/pick-folder.ts";
import { useApp, useAppState, useIsDeveloper } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { saveBlob } from "../../ui/download.ts";
import { DropZone } from "../../ui/drop-zone.tsx";
import { Options } from "../../ui/fields/form.tsx";
import { Fold } from "../../ui/fold.tsx";
import { ProgressBar, toFraction } from "../../ui/progress-bar.tsx";
import type { FoundFile } from "../../ui/read-dropped.ts";
import { FileTree } from "./file-tree.tsx";

/** One folder: its files, who may use it, and what can be done with it as a whole. */
export function WorkspaceSection({ workspace }: { readonly workspace: WorkspaceInfo }) {
  const t = useText();
  const { id, name, kind, state } = workspace;
  const [note, setNote] = useState("");
  const { fault, report } = useFaults();
  const heading = `folder-${id}`;
  return (
    <section className="section workspace" aria-labelledby={heading} data-testid="workspace" data-state={state}>
      <header className="row">
        <h2 id={heading} dir="auto">
          {name}
        </h2>
        <span className="tag">{t.text(`folders.kind.${kind}`)}</span>
      </header>
      {state === "ask" && <AskAgain workspace={workspace} report={report} />}
      {state === "gone" && <p role="status">{t.text("folders.gone")}</p>}
      {workspace.reading !== undefined && <ReadingNote reading={workspace.reading} />}
      {workspace.meaning !== undefined && (
        <p className="quiet">{t.text("folders.meaning", { ...workspace.meaning })}</p>
      )}
      {state === "ready" && <FileTree workspace={workspace} path="" />}
      {state === "ready" && <ImportFiles workspace={workspace} onNote={setNote} report={report} />}
      <AccessForm workspace={workspace} />
      <WorkspaceActions workspace={workspace} report={report} />
      <p role="status">{note}</p>
      {fault}
    </section>
  );
}

/** How far a large folder is read for searching. */
function ReadingNote({ reading }: { readonly reading: ReadingProgress }) {
  const t = useText();
  const isLooking = reading.type === "looking";
  const text = isLooking ? t.text("folders.looking") : t.text("folders.reading", reading);
  const fraction = isLooking ? undefined : toFraction({ done: reading.read, total: reading.total });
  return (
    <div data-testid="reading-progress">
      <ProgressBar label={text} fraction={fraction} />
      <p className="quiet">{text}</p>
    </div>
  );
}

interface PartProps {
  readonly workspace: WorkspaceInfo;
  readonly report: Report;
}

/** The browser forgets permissions: one press brings the folder back. */
function AskAgain({ workspace, report }: PartProps) {
  const t = useText();
  const { api } = useApp();
  const allow = async () => {
    const handle = await report(api.readWorkspaceHandle(workspace.id));
    const writes = Object.values(workspace.access).includes("write");
    if (!handle || !(await requestFolder(handle, writes ? "readwrite" : "read"))) return;
    await report(api.changeWorkspace(workspace.id, {}));
  };
  return (
    <div className="row">
      <Button text="folders.allow-again" tone="primary" icon="shield" onClick={() => void allow()} />
      <p className="quiet">{t.text("folders.allow-note")}</p>
    </div>
  );
}

function ImportFiles({ workspace, onNote, report }: PartProps & { readonly onNote: (note: string) => void }) {
  const t = useText();
  const { api } = useApp();
  const [busy, setBusy] = useState(false);
  if (workspace.kind === "connected") return null;
  const take = async (files: readonly FoundFile[]) => {
    setBusy(true);
    const done = await report(api.importFiles(workspace.id, files));
    setBusy(false);
    if (!done) return;
    const { imported: count, refused } = done;
    const left =
      refused.length === 0 ? "" : ` ${t.text("folders.not-imported", { names: refused.slice(0, 5).join(", ") })}`;
    onNote(`${t.count("folders.imported", count)}${left}`);
  };
  return (
    <DropZone
      heading={<h3>{t.text("folders.import")}</h3>}
      how={t.text("folders.import-how")}
      pickers={[
        {
          text: "folders.pick-files",
          testId: "import-files",
          icon: "upload",
          accept: "*/*",
          multiple: true,
          onPick: take,
        },
        { text: "folders.pick-folder", testId: "import-folder", icon: "folder", onPick: take },
      ]}
      busy={busy}
      onDrop={(files) => void take(files)}
    />
  );
}

function WorkspaceActions({ workspace, report }: PartProps) {
  const t = useText();
  const { api } = useApp();
  const { id, name, kind, state } = workspace;
  const save = async () => {
    const zip = await report(api.exportFiles(id));
    if (zip instanceof Blob) saveBlob(`${name}.zip`, zip);
  };
  return (
    <div className="row">
      {state === "ready" && <Button text="folders.export" small icon="download" onClick={() => void save()} />}
      <ConfirmButton
        text={`folders.remove.${kind}`}
        small
        tone="quiet"
        icon="trash"
        question={t.text(`folders.remove-sure.${kind}`)}
        sure={t.text(`folders.remove.${kind}`)}
        onConfirm={() => void report(api.removeWorkspace(id))}
      />
    </div>
  );
}

const CHOICES = ["none", "read", "write"] as const;

/** Which skills may use a folder, and for what. */
function AccessForm({ workspace }: { readonly workspace: WorkspaceInfo }) {
  const t = useText();
  const { api, toasts } = useApp();
  const isDeveloper = useIsDeveloper();
  const all = useAppState((state) => state.skills);
  const skills = isDeveloper ? all : all.filter(({ name }) => !isExampleSkill(name));
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
            <span>{toSkillTitle(name, t)}</span>
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
  return defined({ ...access, [skill]: choice === "none" ? undefined : choice });
}
