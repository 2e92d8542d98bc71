import { useState } from "react";
import type { Result } from "../../../worker/protocol/failure.ts";
import type { FileChange, FileRevert } from "../../../worker/protocol/workspaces/workspace.ts";
import { useText } from "../../messages/use-text.ts";
import { toResult } from "../../state/app-state.ts";
import { showPanel } from "../../state/panel-content.ts";
import { useApp } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";
import { revealName } from "../../ui/trust/reveal-look-alikes.ts";

interface FileChangeLineProps {
  readonly change: FileChange;
  /** The name of the change's folder. */
  readonly folder: string | undefined;
}

/** One change of a file in a line, with its undo. */
export function FileChangeLine({ change, folder }: FileChangeLineProps) {
  const t = useText();
  const app = useApp();
  const { api } = app;
  const [state, setState] = useState<Result<FileRevert> | "idle" | "working">("idle");
  const undo = async () => {
    setState("working");
    setState(await toResult(api.undoFileChange(change.id)));
  };
  const isRefused = typeof state === "object" && state.ok && state.value.type === "changed-since";
  const isUndone = change.undoneAt !== undefined || (typeof state === "object" && state.ok && !isRefused);
  const path = [...(folder === undefined ? [] : [folder]), change.path].join("/");
  const values = { path: revealName(path), to: revealName(change.movedTo ?? "") };
  return (
    <div
      className="file-change"
      data-testid="file-change"
      data-state={isUndone ? "undone" : isRefused ? "changed" : "kept"}
    >
      <span dir="auto">{t.text(`folders.did.${change.action}`, values)}</span>
      {!isUndone && change.action !== "delete" && (
        <Button
          text="script.beside"
          small
          icon="right"
          onClick={() =>
            showPanel(app, { type: "file", workspaceId: change.workspaceId, path: change.movedTo ?? change.path })
          }
        />
      )}
      {isUndone ? (
        <span className="tag">{t.text("folders.undone")}</span>
      ) : (
        <Button text="action.undo" small icon="undo" disabled={state === "working"} onClick={() => void undo()} />
      )}
      <p role="status">{isRefused && t.text("folders.changed-since")}</p>
      {typeof state === "object" && !state.ok && <FailureCard failure={state.failure} />}
    </div>
  );
}
