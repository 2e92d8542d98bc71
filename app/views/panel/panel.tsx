import { type ReactNode, useEffect } from "react";
import type { WorkspaceId } from "../../../worker/protocol/workspaces/workspace.ts";
import type { MessageKey } from "../../messages/catalogue.ts";
import { useText } from "../../messages/use-text.ts";
import { useFiles } from "../../parts/files/use-files.ts";
import { TableResult } from "../../parts/results/table-result.tsx";
import { type PanelContent, showPanel } from "../../state/panel-content.ts";
import { useApp } from "../../state/use-app.ts";
import { IconButton } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Markdown } from "../../ui/markdown/markdown.tsx";
import { RenderGuard } from "../../ui/render-guard.tsx";
import { revealName, revealText } from "../../ui/trust/reveal-look-alikes.ts";
import { useDialog } from "../../ui/use-dialog.ts";
import { ScriptPanel } from "./script-panel.tsx";
import "../../styles/panel.css";

/** Where there is room for it beside the view; elsewhere it covers everything. */
const BESIDE = "(min-width: 72rem)";

/** A result beside the view: a script with its results, a table, a chart, a file. On a phone a full sheet. */
export function Panel({ content }: { readonly content: PanelContent }) {
  const t = useText();
  const app = useApp();
  const close = () => showPanel(app, null);
  const dialog = useDialog(close, BESIDE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is shown anew is gone to
  useEffect(() => dialog.ref.current?.querySelector<HTMLElement>("[data-first-focus]")?.focus(), [content]);
  return (
    <dialog className="panel" {...dialog} aria-label={t.text(toTitle(content))} data-testid="panel">
      <header className="panel-head">
        <h2>{t.text(toTitle(content))}</h2>
        <IconButton icon="close" text="action.close" onClick={close} />
      </header>
      <div className="panel-body">
        <RenderGuard>{toBody(content)}</RenderGuard>
      </div>
    </dialog>
  );
}

function toTitle(content: PanelContent): MessageKey {
  switch (content.type) {
    case "script":
      return content.script.language === "sql" ? "sql.title" : "script.title";
    case "result":
      return "panel.result";
    case "file":
      return "panel.file";
  }
}

let shown = 0;
const keys = new WeakMap<PanelContent, number>();

/** Another key for each content: what was typed for one is not kept for the next. */
function toKey(content: PanelContent): number {
  const key = keys.get(content) ?? ++shown;
  keys.set(content, key);
  return key;
}

function toBody(content: PanelContent): ReactNode {
  const key = toKey(content);
  switch (content.type) {
    case "script":
      return <ScriptPanel key={key} content={content} />;
    case "result":
      return <TableResult key={key} outcome={content.outcome} />;
    case "file":
      return <DocumentView key={key} workspaceId={content.workspaceId} path={content.path} />;
  }
}

/** Characters that are drawn; the Files page shows more. */
const MAX_SHOWN = 100_000;

/** A file as a document: Markdown with its headings, anything else as its text. Read again whenever it changes. */
function DocumentView({ workspaceId, path }: { readonly workspaceId: WorkspaceId; readonly path: string }) {
  const t = useText();
  const found = useFiles((api) => api.readFileText(workspaceId, path), `${workspaceId}/${path}`);
  const read = found?.ok === true ? found.value : undefined;
  return (
    <section data-testid="document" data-first-focus tabIndex={-1} aria-labelledby="document-name">
      <header className="row">
        <h3 id="document-name" className="row grow" dir="auto">
          <Icon name="note" /> {revealName(path)}
        </h3>
        {read?.type === "text" && <CopyButton text={read.text} label="action.copy" />}
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
