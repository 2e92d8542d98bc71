import { Fragment, useEffect, useRef } from "react";
import type { FileText, TextRange } from "../../../worker/protocol/workspaces/workspace.ts";
import { useText } from "../../messages/use-text.ts";
import { isTableName } from "../../parts/files/to-template.ts";
import { useFiles } from "../../parts/files/use-files.ts";
import { showPanel, toEmptyScript } from "../../state/panel-content.ts";
import { toHash } from "../../state/route.ts";
import { useApp } from "../../state/use-app.ts";
import { Button, TextLink } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";
import { Icon } from "../../ui/icon.tsx";
import { revealName } from "../../ui/trust/reveal-look-alikes.ts";
import { type FilePlace, Scan } from "./scan.tsx";

/** Characters that are drawn; a search or the agent reads on. */
const MAX_SHOWN = 300_000;

const MISSING: FileText = { type: "unreadable", reason: "missing" };

interface FoundFile {
  readonly read: FileText;
  readonly place?: FilePlace;
}

/** A file's text, with the passage marked that was looked for. */
export function FileViewer({ file, find }: { readonly file: string; readonly find: string }) {
  const t = useText();
  const app = useApp();
  const found = useFiles<FoundFile>(async (api) => {
    const located = await api.locateFile(file);
    if (!located.ok) return located;
    if (located.value === null) return { ok: true, value: { read: MISSING } };
    const read = await api.readFileText(located.value.workspaceId, located.value.path);
    return read.ok ? { ok: true, value: { read: read.value, place: located.value } } : read;
  }, file);
  const value = found?.ok === true ? found.value : undefined;
  const read = value?.read;
  return (
    <section className="section file-viewer" aria-labelledby="file-name">
      <TextLink text="folders.all" href={toHash({ type: "files", file: "", find: "" })} />
      <header className="row">
        <h2 id="file-name" dir="auto">
          <Icon name="note" /> {revealName(file)}
        </h2>
        {read?.type === "text" && <CopyButton text={read.text} label="action.copy" />}
        {read?.type === "text" && (
          <Button
            text="script.use-file"
            small
            icon="play"
            onClick={() => showPanel(app, toEmptyScript("javascript", [file]))}
          />
        )}
        {isTableName(file) && (
          <Button
            text="sql.use-file"
            small
            icon="search"
            onClick={() => showPanel(app, toEmptyScript("sql", [file]))}
          />
        )}
      </header>
      {found?.ok === false && <FailureCard failure={found.failure} />}
      {value?.place !== undefined && (
        <Scan place={value.place} read={value.read} passage={toPassage(value.read, find)} />
      )}
      {read?.type === "unreadable" && <p role="status">{t.text(`folders.refusal.${read.reason}`)}</p>}
      {read?.type === "text" && <FileBody text={read.text} find={find} />}
      {read?.type === "text" && read.text.length > MAX_SHOWN && <p className="quiet">{t.text("folders.cut")}</p>}
    </section>
  );
}

function FileBody({ text, find }: { readonly text: string; readonly find: string }) {
  const t = useText();
  const mark = useRef<HTMLElement>(null);
  const passage = findPassage(text, find);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another passage is another place to be
  useEffect(() => {
    mark.current?.scrollIntoView({ block: "center" });
  }, [text, find]);
  const first = passage === null || passage.end <= MAX_SHOWN ? 0 : Math.max(0, passage.start - MAX_SHOWN / 2);
  const end = first + MAX_SHOWN;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, so the keyboard has to reach it
    <section className="file-text" dir="auto" tabIndex={0} aria-label={t.text("folders.text")} data-testid="file-text">
      {passage === null ? (
        <Pages text={text} start={first} end={end} />
      ) : (
        <>
          <Pages text={text} start={first} end={passage.start} />
          <mark ref={mark}>
            <Pages text={text} start={passage.start} end={passage.end} />
          </mark>
          <Pages text={text} start={passage.end} end={end} />
        </>
      )}
    </section>
  );
}

/** A piece of a text, with the numbers of the pages that begin in it. */
function Pages(range: { readonly text: string; readonly start: number; readonly end: number }) {
  const t = useText();
  const { text, start, end } = range;
  const before = text.slice(0, start).split("\f").length;
  return (
    <>
      {text
        .slice(start, end)
        .split("\f")
        .map((piece, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page has nothing but its place
          <Fragment key={index}>
            {(index > 0 || (start === 0 && text.includes("\f"))) && (
              <span className="file-page">{t.text("folders.page", { page: String(before + index) })}</span>
            )}
            {piece}
          </Fragment>
        ))}
    </>
  );
}

function toPassage(read: FileText, find: string): TextRange | null {
  return read.type === "text" ? findPassage(read.text, find) : null;
}

/** Where a piece of text is, whatever blanks stand between its words; null where it is not. */
export function findPassage(text: string, find: string): TextRange | null {
  const words = find.split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return null;
  const pattern = new RegExp(words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("\\s+"));
  const match = pattern.exec(text);
  return match === null ? null : { start: match.index, end: match.index + match[0].length };
}
