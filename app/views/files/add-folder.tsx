import { useState } from "react";
import type { Failure } from "../../../worker/protocol/failure.ts";
import { useText } from "../../messages/use-text.ts";
import { bringSample, toFirstAccess } from "../../parts/files/bring-sample.ts";
import { canPickFolder, pickFolder } from "../../services/pick-folder.ts";
import { toResult } from "../../state/app-state.ts";
import { useApp } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";

/** Connects a folder, makes a private one, or brings the sample folder to try. */
export function AddFolder({ isFirst }: { readonly isFirst: boolean }) {
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
            <Button
              text="folders.connect"
              tone="primary"
              icon="folder"
              disabled={working}
              onClick={() => void add(() => connect("read"))}
            />
            <Button
              text="folders.connect-write"
              icon="pencil"
              disabled={working}
              onClick={() => void add(() => connect("write"))}
            />
          </>
        )}
        <Button text="folders.make-private" icon="plus" disabled={working} onClick={() => void add(makePrivate)} />
        <Button
          text="folders.sample"
          icon="play"
          disabled={working}
          onClick={() => void add(() => bringSample(api, t.text("folders.sample-name")))}
        />
      </div>
      <p className="quiet">{t.text(canPickFolder() ? "folders.add-note" : "folders.no-picker")}</p>
      <p className="visually-hidden" role="status">
        {working && t.text("state.running")}
      </p>
      {typeof state === "object" && <FailureCard failure={state} />}
    </section>
  );
}
