import type { WorkspaceId } from "../../../worker/protocol/workspaces/workspace.ts";
import { useText } from "../../messages/use-text.ts";
import { useFiles } from "../../parts/files/use-files.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Markdown } from "../../ui/markdown/markdown.tsx";
import { revealName, revealText } from "../../ui/trust/reveal-look-alikes.ts";

/** Characters that are drawn; the Files page shows more. */
const MAX_SHOWN = 100_000;

interface DocumentViewProps {
  readonly workspaceId: WorkspaceId;
  readonly path: string;
}

/** A file as a document: Markdown with its headings, anything else as its text. Read again whenever it changes. */
export function DocumentView({ workspaceId, path }: DocumentViewProps) {
  const t = useText();
  const found = useFiles((api) => api.readFileText(workspaceId, path), `${workspaceId}/${path}`);
  const read = found?.ok === true ? found.value : undefined;
  return (
    <section data-testid="document" data-first-focus tabIndex={-1} aria-labelledby="document-name">
      <header className="row">
        <h3 id="document-name" className="row grow" dir="auto">
          <Icon name="note" /> {revealName(path)}
        </h3>
        {read?.type === "text" && <CopyButton text={read.text} label={t.text("action.copy")} />}
      </header>
      {found?.ok === false && <FailureCard failure={found.failure} />}
      {read?.type === "unreadable" && <p role="status">{t.text(`folders.refusal.${read.reason}`)}</p>}
      {read?.type === "text" && <Body path={path} text={read.text.slice(0, MAX_SHOWN)} />}
      {read?.type === "text" && read.text.length > MAX_SHOWN && <p className="quiet">{t.text("folders.cut")}</p>}
    </section>
  );
}

function Body({ path, text }: { readonly path: string; readonly text: string }) {
  if (/\.(?:md|markdown)$/i.test(path)) return <Markdown text={revealText(text)} />;
  return <pre className="script-shown">{revealText(text)}</pre>;
}
