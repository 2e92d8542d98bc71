import type { Attachment } from "../../../../worker/protocol/message.ts";
import { useText } from "../../../messages/use-text.ts";
import { ScanJobs } from "../../../parts/files/scan-jobs.tsx";
import { useApp, useComposer, useDraftKey, useReadyModel } from "../../../state/use-app.ts";
import { AttachmentMark } from "../../../ui/attachment-mark.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { ChangedMark } from "../changed-mark.tsx";

/** Characters of a file for each token of the context up to which it surely goes along as a whole. */
const SURELY_WHOLE = 1.2;

/** The files of a message that is being written: those being read, those that go along, and those that wait. */
export function DraftFiles() {
  const t = useText();
  const { chat, files } = useApp();
  const draftKey = useDraftKey();
  const { draft, readingFiles: reading, waitingFiles: waiting } = useComposer((composer) => composer);
  const { attachments } = draft;
  const size = useReadyModel()?.contextTokens ?? 0;
  const isLong = attachments.some(({ text }) => size > 0 && text.length > size * SURELY_WHOLE);
  return (
    <>
      {isLong && (
        <p className="quiet" role="status" data-testid="long-file">
          {t.text("composer.long-file")}
        </p>
      )}
      <ScanJobs place="">
        {reading.length > 0 && (
          <p className="quiet" role="status">
            <span className="shimmer">{t.text("composer.reading-file", { name: reading.join(", ") })}</span>
          </p>
        )}
      </ScanJobs>
      {attachments.length + waiting.length > 0 && (
        <ul className="attachments" aria-label={t.text("composer.attachments")}>
          {attachments.map((attachment, index) => (
            <FileChip
              // biome-ignore lint/suspicious/noArrayIndexKey: two files may share a name
              key={`${index} ${attachment.name}`}
              name={attachment.name}
              file={attachment}
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
          <Button text="action.retry" small icon="refresh" onClick={() => void files.readAgain(draftKey)} />
        </div>
      )}
    </>
  );
}

interface FileChipProps {
  readonly name: string;
  /** The part of it that was read. */
  readonly file?: Attachment;
  /** True while it is not read. */
  readonly waits?: boolean;
  readonly onRemove: () => void;
}

function FileChip({ name, file, waits = false, onRemove }: FileChipProps) {
  const t = useText();
  return (
    <li className="attachment" data-state={waits ? "waits" : "read"}>
      {waits ? <Icon name="alert" /> : <AttachmentMark {...file} />}
      <span dir="auto">{name}</span>
      <ChangedMark {...file} />
      {file?.data === undefined && file && <span className="quiet">{t.bytes(file.text.length)}</span>}
      <IconButton icon="close" label={t.text("composer.remove-file", { name })} onClick={onRemove} />
    </li>
  );
}
