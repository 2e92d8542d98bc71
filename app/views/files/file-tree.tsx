import { useState } from "react";
import type { FileEntry, WorkspaceInfo } from "../../../worker/protocol/workspaces/workspace.ts";
import { useText } from "../../messages/use-text.ts";
import { useFiles } from "../../parts/files/use-files.ts";
import { toHash } from "../../state/route.ts";
import { FailureCard } from "../../ui/failure-card.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Icon } from "../../ui/icon.tsx";
import { revealName } from "../../ui/trust/reveal-look-alikes.ts";

/** Entries of one folder that are drawn at once. */
const MAX_SHOWN = 200;

interface FileTreeProps {
  readonly workspace: WorkspaceInfo;
  readonly path: string;
}

/** The content of a folder; folders in it are read when they are opened. */
export function FileTree({ workspace, path }: FileTreeProps) {
  const t = useText();
  const found = useFiles((api) => api.listFiles(workspace.id, path), `${workspace.id}/${path}`);
  const [shown, setShown] = useState(MAX_SHOWN);
  if (found?.ok === false) return <FailureCard failure={found.failure} />;
  const entries = found?.value ?? [];
  if (found !== undefined && entries.length === 0) return <p className="quiet">{t.text("folders.folder-empty")}</p>;
  return (
    <ul className="file-tree">
      {entries.slice(0, shown).map((entry) => (
        <li key={entry.path}>
          {entry.type === "folder" ? (
            <Folder workspace={workspace} path={entry.path} />
          ) : (
            <FileLink workspace={workspace} entry={entry} />
          )}
        </li>
      ))}
      {entries.length > shown && (
        <li>
          <button type="button" className="text-link" onClick={() => setShown(entries.length)}>
            {t.text("action.show-more", { count: t.number(entries.length - shown) })}
          </button>
        </li>
      )}
    </ul>
  );
}

function Folder({ workspace, path }: FileTreeProps) {
  const title = (
    <>
      <Icon name="folder" />
      <span dir="auto">{toName(path)}</span>
    </>
  );
  return (
    <Fold className="" title={title}>
      {() => <FileTree workspace={workspace} path={path} />}
    </Fold>
  );
}

function FileLink({ workspace, entry }: { readonly workspace: WorkspaceInfo; readonly entry: FileEntry }) {
  const t = useText();
  return (
    <a
      className="file-link"
      href={toHash({ type: "files", file: `${workspace.name}/${entry.path}`, find: "" })}
      data-testid="file"
    >
      <Icon name="note" />
      <span dir="auto">{toName(entry.path)}</span>
      {entry.bytes !== undefined && <span className="quiet">{t.bytes(entry.bytes)}</span>}
    </a>
  );
}

function toName(path: string): string {
  return revealName(path.slice(path.lastIndexOf("/") + 1));
}
