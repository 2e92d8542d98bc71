import type { ReactElement } from "react";
import { useText } from "../../../messages/use-text.ts";
import type { DraftKey } from "../../../state/composer/composer-state.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useApp, useComposer } from "../../../use-app.ts";

/** The files of a message that is being written: those being read, those that go along, and those that wait. */
export function DraftFiles({ draftKey }: { readonly draftKey: DraftKey }): ReactElement {
  const t = useText();
  const { chat, files } = useApp();
  const { attachments } = useComposer(draftKey, ({ draft }) => draft);
  const reading = useComposer(draftKey, ({ readingFiles }) => readingFiles);
  const waiting = useComposer(draftKey, ({ waitingFiles }) => waitingFiles);
  return (
    <>
      {reading.length > 0 && (
        <p className="quiet" role="status">
          <span className="shimmer">{t.text("composer.reading-file", { name: reading.join(", ") })}</span>
        </p>
      )}
      {attachments.length + waiting.length > 0 && (
        <ul className="attachments" aria-label={t.text("composer.attachments")}>
          {attachments.map((attachment, index) => (
            <FileChip
              // biome-ignore lint/suspicious/noArrayIndexKey: two files may share a name
              key={`${index} ${attachment.name}`}
              name={attachment.name}
              onRemove={() => chat.changeDraft(draftKey, { attachments: attachments.filter((_, at) => at !== index) })}
            />
          ))}
          {waiting.map((file, index) => (
            <FileChip
              // biome-ignore lint/suspicious/noArrayIndexKey: two files may share a name
              key={`waits ${index} ${file.name}`}
              name={file.name}
              waits
              onRemove={() => files.removeWaiting(draftKey, file)}
            />
          ))}
        </ul>
      )}
      {waiting.length > 0 && (
        <div className="file-waits" role="alert" data-testid="file-waits">
          <p>{t.text("composer.file-waits", { name: waiting.map(({ name }) => name).join(", ") })}</p>
          <Button small icon="refresh" onClick={() => void files.readAgain(draftKey)}>
            {t.text("action.retry")}
          </Button>
        </div>
      )}
    </>
  );
}

interface FileChipProps {
  readonly name: string;
  /** True while it is not read. */
  readonly waits?: boolean;
  readonly onRemove: () => void;
}

function FileChip({ name, waits = false, onRemove }: FileChipProps): ReactElement {
  const t = useText();
  return (
    <li className="attachment" data-state={waits ? "waits" : "read"}>
      <Icon name={waits ? "alert" : "clip"} />
      <span dir="auto">{name}</span>
      <IconButton icon="close" label={t.text("composer.remove-file", { name })} onClick={onRemove} />
    </li>
  );
}
