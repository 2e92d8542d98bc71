import type { Attachment } from "../../../worker/protocol/message.ts";
import { useText } from "../../messages/use-text.ts";
import { useAppState } from "../../state/use-app.ts";

/** Says of an attached resource that its server has changed it since; nothing while it has not. */
export function ChangedMark({ from }: Partial<Pick<Attachment, "from">>) {
  const t = useText();
  const isChanged = useAppState(({ servers }) =>
    servers.some(({ name, changed }) => name === from?.server && changed.includes(from.uri)),
  );
  return (
    isChanged && (
      <span className="tag tag-warn" role="status" data-testid="resource-changed">
        {t.text("resources.changed")}
      </span>
    )
  );
}
