import type { ReactElement } from "react";
import { isJsonArray, isJsonObject } from "../../../worker/protocol/json.ts";
import type { AssistantMessage, CallRecord } from "../../../worker/protocol/message.ts";
import "../../styles/files.css";
import { useText } from "../../messages/use-text.ts";
import { toHash } from "../../state/route.ts";
import { Icon } from "../../ui/icon.tsx";
import { revealName } from "../../ui/trust/reveal-look-alikes.ts";
import { FileChangeLine } from "./file-change-line.tsx";
import { isQuoted } from "./is-quoted.ts";
import { useFiles } from "./use-files.ts";

/** The passages that an answer was given, each opening its file there, and what its calls changed. */
export function AnswerFiles({ message }: { readonly message: AssistantMessage }): ReactElement | null {
  const t = useText();
  const found = useFiles((api) => api.listFileChanges(), message.id);
  const changes = (found?.ok === true ? found.value : []).filter(({ messageId }) => messageId === message.id);
  const sources = message.turns.flatMap(({ calls }) => calls.flatMap(toSources));
  const text = message.turns.map((turn) => turn.text).join("\n");
  return (
    <>
      {sources.length > 0 && (
        <nav className="sources" aria-label={t.text("folders.sources")} data-testid="sources">
          <span className="quiet">{t.text("folders.sources")}</span>
          <ul>
            {sources.map(({ mark, file, passage }) => (
              <li key={`${mark} ${file} ${passage}`}>
                <a href={toHash({ type: "files", file, find: passage })} title={passage}>
                  <Icon name="note" />
                  <span dir="auto">
                    {mark} {revealName(file)}
                  </span>
                </a>
              </li>
            ))}
          </ul>
          {!isQuoted(
            text,
            sources.map(({ passage }) => passage),
          ) && (
            <p className="quiet" data-testid="not-quoted">
              {t.text("folders.not-quoted")}
            </p>
          )}
        </nav>
      )}
      {changes.map((change) => (
        <FileChangeLine key={change.id} change={change} folder={undefined} />
      ))}
    </>
  );
}

interface Source {
  readonly mark: string;
  readonly file: string;
  readonly passage: string;
}

/** The passages of a search. */
function toSources({ call, outcome }: CallRecord): readonly Source[] {
  if (call.name !== "search_files" || outcome?.type !== "success") return [];
  const [block] = outcome.content;
  if (block?.type !== "json" || !isJsonArray(block.value)) return [];
  return block.value.flatMap((each) => {
    if (!isJsonObject(each)) return [];
    const { source, file, text } = each;
    if (typeof source !== "string" || typeof file !== "string" || typeof text !== "string") return [];
    return [{ mark: source, file, passage: text }];
  });
}
