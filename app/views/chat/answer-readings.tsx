import {
  type FilesRead as Read,
  type RecalledNotes as Recalled,
  toNoteLines,
} from "../../../worker/protocol/message.ts";
import { useText } from "../../messages/use-text.ts";
import { toHash } from "../../state/route.ts";
import { Fold } from "../../ui/fold.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LongText } from "../../ui/long-text.tsx";

/** Which passages of its long files an answer was given, and their words on a press. */
export function FilesRead({ read }: { readonly read: Read }) {
  const t = useText();
  const files = read.files.map(({ name, passages, total }) => (
    <span key={name} dir="auto">
      {t.count("chat.files-read", passages.length, { name, places: passages.join(", "), total: t.number(total) })}{" "}
    </span>
  ));
  return (
    <Fold className="quiet" data-testid="files-read" title={files}>
      {() => <LongText text={read.text} />}
    </Fold>
  );
}

/** The notes that an answer used of those that went along with its question, each with the way to it. */
export function RecalledNotes({ recalled }: { readonly recalled: Recalled }) {
  const t = useText();
  const lines = toNoteLines(recalled.text);
  return (
    <div className="recalled" data-testid="recalled">
      <span className="quiet">{t.text("chat.recalled")}</span>
      <ul>
        {recalled.memoryIds.map((memoryId, index) => (
          <li key={memoryId} hidden={recalled.used?.includes(memoryId) === false}>
            <a className="recalled-note" href={toHash({ type: "memory", memoryId })} dir="auto">
              <Icon name="note" />
              <span>{lines[index] ?? t.text("outcome.memory", { place: index + 1 })}</span>
            </a>
          </li>
        ))}
      </ul>
      {recalled.untrusted && <span className="tag tag-warn">{t.text("outcome.untrusted")}</span>}
    </div>
  );
}
