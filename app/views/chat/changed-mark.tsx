import type { Attachment } from "../../../worker/protocol/message.ts";
import { useText } from "../../messages/use-text.ts";
import { useAppState } from "../../state/use-app.ts";

/** Says of an attached file that OCR has read it, and of a resource that its server has changed it since. */
export function ChangedMark({ from, recognised }: Partial<Attachment>) {
  const t = useText();
  const isChanged = useAppState(({ servers }) =>
    servers.some(({ name, changed }) => name === from?.server && changed.includes(from.uri)),
  );
  if (recognised) return <span className="quiet">{t.text("ocr.note")}</span>;
  return (
    isChanged && (
      <span className="tag tag-warn" role="status" data-testid="resource-changed">
        {t.text("resources.changed")}
      </span>
    )
  );
}
