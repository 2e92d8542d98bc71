import { useState } from "react";
import type { Failure } from "../../../worker/protocol/failure.ts";
import type { WorkspaceInfo } from "../../../worker/protocol/workspaces/workspace.ts";
import { useText } from "../../messages/use-text.ts";
import { toResult } from "../../state/app-state.ts";
import { useApp } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { downloadText } from "../../ui/download.ts";
import { FailureCard } from "../../ui/failure-card.tsx";
import { Icon } from "../../ui/icon.tsx";
import { loadLater } from "../../ui/load-later.tsx";
import { Markdown } from "../../ui/markdown/markdown.tsx";
import { revealName, revealText } from "../../ui/trust/reveal-look-alikes.ts";
import { useFiles } from "../files/use-files.ts";
import type { ScriptResult } from "./read-results.ts";
import { TableView } from "./table-result.tsx";

const PageFrame = loadLater(() => import("./page-frame.tsx").then((m) => m.PageFrame));

interface ScriptResultsProps {
  readonly results: readonly ScriptResult[];
  /** Leaves pages to the panel. */
  readonly withoutPages?: boolean;
}

/** Draws a script's results, one below the other. */
export function ScriptResults({ results, withoutPages = false }: ScriptResultsProps) {
  const t = useText();
  return (
    <div className="script-results" data-testid="script-results">
      {results.length === 0 && <p className="quiet">{t.text("script.nothing")}</p>}
      {results.map((result, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a result has nothing but its place
        <Result key={index} result={result} withoutPages={withoutPages} />
      ))}
    </div>
  );
}

function Result({ result, withoutPages }: { readonly result: ScriptResult; readonly withoutPages: boolean }) {
  const t = useText();
  switch (result.type) {
    case "text":
      return <Markdown text={revealText(result.text)} />;
    case "table":
      return (
        <section>
          {result.title !== "" && result.wanted === null && <h3 dir="auto">{revealText(result.title)}</h3>}
          <TableView table={result.table} wanted={result.wanted} />
        </section>
      );
    case "file":
      return <MadeFile name={result.name} text={result.text} />;
    case "page": {
      const title = revealText(result.title) || t.text("script.page");
      return (
        <section>
          <h3 dir="auto">{title}</h3>
          {withoutPages ? (
            <p className="quiet">{t.text("script.page-beside")}</p>
          ) : (
            <PageFrame title={title} html={result.html} />
          )}
        </section>
      );
    }
  }
}

/** A file that a script made: to save on this device, or in one of the user's folders beside what is there. */
function MadeFile({ name, text }: { readonly name: string; readonly text: string }) {
  const t = useText();
  const { api } = useApp();
  const folders = useFiles((asked) => asked.listWorkspaces(), "");
  const [saved, setSaved] = useState<Failure | string>("");
  const saveIn = async ({ id, name: folder }: WorkspaceInfo) => {
    const done = await toResult(api.importFiles(id, [{ path: name, file: new Blob([text]) }]));
    setSaved(done.ok ? t.text("script.saved-in", { folder }) : done.failure);
  };
  return (
    <section className="made-file" data-testid="made-file">
      <p className="row">
        <Icon name="note" />
        <strong dir="auto">{revealName(name)}</strong>
        <span className="quiet">{t.bytes(new Blob([text]).size)}</span>
      </p>
      <div className="row">
        <Button text="script.save" small icon="download" onClick={() => downloadText(name, text, "text/plain")} />
        {folders?.ok === true &&
          folders.value.map((folder) => (
            <Button key={folder.id} small icon="folder" onClick={() => void saveIn(folder)}>
              {t.text("script.save-in", { folder: revealName(folder.name) })}
            </Button>
          ))}
      </div>
      <p role="status">{typeof saved === "string" && saved}</p>
      {typeof saved !== "string" && <FailureCard failure={saved} />}
    </section>
  );
}
