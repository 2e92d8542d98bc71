import type { FilesRead as Read } from "../../../worker/protocol/message.ts";
import { useText } from "../../messages/use-text.ts";
import { Fold } from "../../ui/fold.tsx";
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
