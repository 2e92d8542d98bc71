import { type ReactElement, useState } from "react";
import type { Failure } from "../../../worker/protocol/failure.ts";
import type { WorkspaceAccess, WorkspaceInfo } from "../../../worker/protocol/workspaces/workspace.ts";
import { useText } from "../../messages/use-text.ts";
import { toResult } from "../../state/app-state.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";
import { useApp } from "../../use-app.ts";
import { canPickFolder, pickFolder } from "./pick-folder.ts";

/** Who may use a new folder: the modes for files as the user chose, those that only look things up to read. */
function toFirstAccess(access: WorkspaceAccess): WorkspaceInfo["access"] {
  return { documents: access, writer: access, assistant: "read", tables: "read" };
}

/** Connects a folder, makes a private one, or brings the sample folder to try. */
export function AddFolder({ isFirst }: { readonly isFirst: boolean }): ReactElement {
  const t = useText();
  const { api } = useApp();
  const [state, setState] = useState<Failure | "idle" | "working">("idle");
  const add = async (work: () => Promise<Failure | null>) => {
    setState("working");
    setState((await work()) ?? "idle");
  };
  const connect = async (access: "read" | "write") => {
    const handle = await pickFolder(access === "write" ? "readwrite" : "read");
    if (handle === null) return null;
    const added = await toResult(api.addWorkspace(handle.name, toFirstAccess(access), handle));
    return added.ok ? null : added.failure;
  };
  const makePrivate = async () => {
    const added = await toResult(api.addWorkspace(t.text("folders.private-name"), toFirstAccess("write")));
    return added.ok ? null : added.failure;
  };
  const bringSample = async () => {
    const { SAMPLE_FILES } = await import("./sample-files.ts");
    const added = await toResult(api.addWorkspace(t.text("folders.sample-name"), toFirstAccess("write")));
    if (!added.ok) return added.failure;
    const files = SAMPLE_FILES.map(({ path, text }) => ({ path, file: new Blob([text]) }));
    const imported = await toResult(api.importFiles(added.value.id, files));
    return imported.ok ? null : imported.failure;
  };
  const working = state === "working";
  return (
    <section className="section add-folder" aria-label={t.text("folders.add")}>
      {isFirst && (
        <EmptyState icon="folder" title={t.text("folders.empty")}>
          {t.text("folders.empty-how")}
        </EmptyState>
      )}
      <div className="row">
        {canPickFolder() && (
          <>
            <Button tone="primary" icon="folder" disabled={working} onClick={() => void add(() => connect("read"))}>
              {t.text("folders.connect")}
            </Button>
            <Button icon="pencil" disabled={working} onClick={() => void add(() => connect("write"))}>
              {t.text("folders.connect-write")}
            </Button>
          </>
        )}
        <Button icon="plus" disabled={working} onClick={() => void add(makePrivate)}>
          {t.text("folders.make-private")}
        </Button>
        <Button icon="play" disabled={working} onClick={() => void add(bringSample)}>
          {t.text("folders.sample")}
        </Button>
      </div>
      <p className="quiet">{t.text(canPickFolder() ? "folders.add-note" : "folders.no-picker")}</p>
      <p className="visually-hidden" role="status">
        {working && t.text("state.running")}
      </p>
      {typeof state === "object" && <FailureCard failure={state} />}
    </section>
  );
}
