import { useEffect, useState } from "react";
import type { Failure } from "../../../worker/protocol/failure.ts";
import type { DirectoryHandle, WorkspaceAccess, WorkspaceInfo } from "../../../worker/protocol/workspaces/workspace.ts";
import { useText } from "../../messages/use-text.ts";
import { bringSample, toFirstAccess } from "../../parts/files/bring-sample.ts";
import { canPickFolder, pickFolder } from "../../services/pick-folder.ts";
import { toResult } from "../../state/app-state.ts";
import { useApp } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { DropZone } from "../../ui/drop-zone.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";
import { Field, Form, FormEnd } from "../../ui/fields/form.tsx";
import type { FoundFile } from "../../ui/read-dropped.ts";

/** Connects a folder, makes a private one, or brings the sample folder to try. */
export function AddFolder({ workspaces }: { readonly workspaces: readonly WorkspaceInfo[] }) {
  const t = useText();
  const { api } = useApp();
  const [state, setState] = useState<Failure | "idle" | "working" | "naming" | "not-connected">("idle");
  const [newest, setNewest] = useState("");
  const sample = t.text("folders.sample-name");
  useEffect(() => {
    // It appears below what may fill the window.
    if (workspaces.some(({ id }) => id === newest)) {
      document.getElementById(`folder-${newest}`)?.scrollIntoView({ block: "center" });
    }
  }, [workspaces, newest]);
  const add = async (
    name: string,
    access: WorkspaceAccess,
    handle?: DirectoryHandle,
    files: readonly FoundFile[] = [],
  ) => {
    setState("working");
    const added = await toResult(api.addWorkspace(name, toFirstAccess(access), handle));
    const filled = added.ok && files.length > 0 ? await toResult(api.importFiles(added.value.id, files)) : added;
    setState(filled.ok ? "idle" : filled.failure);
    if (added.ok) setNewest(added.value.id);
  };
  const connect = async (access: "read" | "write") => {
    const handle = await pickFolder(access === "write" ? "readwrite" : "read");
    if (handle === null) setState("not-connected");
    else await add(handle.name, access, handle);
  };
  const bring = async () => {
    setState("working");
    setState((await bringSample(api, sample)) ?? "idle");
  };
  const keep = (files: readonly FoundFile[]) => void add(t.text("folders.private-name"), "write", undefined, files);
  const working = state === "working";
  return (
    <section className="section add-folder" aria-label={t.text("folders.add")}>
      {workspaces.length === 0 && (
        <>
          <EmptyState icon="folder" text="folders.empty" how="folders.empty-how" />
          <DropZone
            heading={<h2>{t.text("folders.import")}</h2>}
            how={t.text("folders.first-how")}
            pickers={[
              {
                text: "folders.pick-files",
                testId: "first-files",
                icon: "upload",
                accept: "*/*",
                multiple: true,
                onPick: keep,
              },
            ]}
            busy={working}
            onDrop={keep}
            testId="first-drop"
          />
        </>
      )}
      <div className="row">
        {canPickFolder() && (
          <>
            <Button
              text="folders.connect"
              tone="primary"
              icon="folder"
              disabled={working}
              onClick={() => void connect("read")}
            />
            <Button
              text="folders.connect-write"
              icon="pencil"
              disabled={working}
              onClick={() => void connect("write")}
            />
          </>
        )}
        <Button text="folders.make-private" icon="plus" disabled={working} onClick={() => setState("naming")} />
        {workspaces.every(({ name }) => name !== sample) && (
          <Button text="folders.sample" icon="play" disabled={working} onClick={() => void bring()} />
        )}
      </div>
      {state === "naming" && (
        <Form className="card form" onSubmit={(read) => void add(read("name"), "write")}>
          <Field text="folders.name">
            <input
              autoComplete="off"
              name="name"
              required
              maxLength={100}
              defaultValue={t.text("folders.private-name")}
              ref={(input) => input?.select()}
            />
          </Field>
          <FormEnd label={t.text("folders.make")} onCancel={() => setState("idle")} />
        </Form>
      )}
      <p className="quiet">{t.text(canPickFolder() ? "folders.add-note" : "folders.no-picker")}</p>
      <p role="status">
        {working && <span className="visually-hidden">{t.text("state.running")}</span>}
        {state === "not-connected" && t.text("folders.not-connected")}
      </p>
      {typeof state === "object" && <FailureCard failure={state} />}
    </section>
  );
}
