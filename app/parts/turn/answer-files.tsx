import type { Token } from "marked";
import { useMemo } from "react";
import type { AssistantMessage, AssistantTurn } from "../../../worker/protocol/message.ts";
import { Markdown } from "../../ui/markdown/markdown.tsx";
import "../../styles/files.css";
import { useText } from "../../messages/use-text.ts";
import { toHash } from "../../state/route.ts";
import { Icon } from "../../ui/icon.tsx";
import { revealName } from "../../ui/trust/reveal-look-alikes.ts";
import { FileChangeLine } from "../files/file-change-line.tsx";
import { useFiles } from "../files/use-files.ts";
import { type CitationViews, citeTokens, listQuoted } from "./cite-tokens.ts";
import { listSources, type Source } from "./list-sources.ts";

interface CitedTextProps {
  readonly turn: AssistantTurn;
  readonly message: AssistantMessage;
}

/** A finished answer's text: its marks lead to the passages they stand for, and what no passage says is marked. */
export function CitedText({ turn, message }: CitedTextProps) {
  const t = useText();
  const refine = useMemo(() => {
    const sources = listSources(message, t);
    return (tokens: readonly Token[]) => (sources.length === 0 ? tokens : citeTokens(tokens, sources, VIEWS));
  }, [message, t]);
  return <Markdown text={turn.text} refine={refine} />;
}

const VIEWS: CitationViews = {
  toMark: (source) => <SourceMark source={source} />,
  toUnsaid: (text) => <span className="unsaid">{text}</span>,
  toUnsaidNote: () => <UnsaidNote />,
};

function SourceMark({ source }: { readonly source: Source }) {
  const t = useText();
  return (
    <a
      className="source-mark"
      href={toSourceHash(source)}
      title={`${toSourceName(source, t.text)}\n${source.passage}`}
      aria-label={t.text("folders.source", { mark: source.mark, file: toSourceName(source, t.text) })}
    >
      {source.mark}
    </a>
  );
}

function UnsaidNote() {
  const t = useText();
  return (
    <span className="unsaid-note" title={t.text("folders.unsaid-note")} data-testid="unsaid">
      {t.text("folders.unsaid")}
    </span>
  );
}

/**
 * The passages that an answer quotes, each opening its file there, and what its calls changed. An answer that quotes none
 * has all that it was given.
 */
export function AnswerFiles({ message }: { readonly message: AssistantMessage }) {
  const t = useText();
  const found = useFiles((api) => api.listFileChanges(), message.id);
  const changes = (found?.ok === true ? found.value : []).filter(({ messageId }) => messageId === message.id);
  const given = listSources(message, t);
  const quoted = listQuoted(
    message.turns.map(({ text }) => text),
    given,
  );
  return (
    <>
      {given.length > 0 && (
        <nav className="sources" aria-label={t.text("folders.sources")} data-testid="sources">
          {quoted.length === 0 && (
            <p className="quiet" data-testid="not-quoted">
              {t.text("folders.not-quoted")}
            </p>
          )}
          <ul>
            {(quoted.length === 0 ? given : quoted).map((source) => (
              <li key={`${source.mark} ${source.file} ${source.passage}`}>
                <a href={toSourceHash(source)} title={source.passage || undefined}>
                  <Icon name="note" />
                  <span dir="auto">
                    {source.mark} {toSourceName(source, t.text)}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {changes.map((change) => (
        <FileChangeLine key={change.id} change={change} folder={undefined} />
      ))}
    </>
  );
}

function toSourceHash({ file, passage }: Source): string {
  return toHash({ type: "files", file, find: passage });
}

/** The file, and the page where it has pages. */
function toSourceName({ file, page }: Source, text: ReturnType<typeof useText>["text"]): string {
  return page === undefined
    ? revealName(file)
    : text("folders.source-page", { file: revealName(file), page: String(page) });
}
