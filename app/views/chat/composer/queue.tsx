import type { RunId } from "../../../../worker/protocol/ids.ts";
import { useText } from "../../../messages/use-text.ts";
import type { DraftKey } from "../../../state/composer/composer-state.ts";
import { useApp, useComposer } from "../../../state/use-app.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";

interface QueueProps {
  readonly draftKey: DraftKey;
  readonly activeRunId: RunId | undefined;
  /** Puts the focus into the composer's field. */
  readonly focus: () => void;
}

/** The messages that wait for the model. Each can be taken back, or sent at once in the place of the answer under way. */
export function Queue({ draftKey, activeRunId, focus }: QueueProps) {
  const t = useText();
  const { chat } = useApp();
  const { queue, isQueueHeld } = useComposer(draftKey, (composer) => composer);
  return (
    <ul className="queue" aria-label={t.text("queue.label")}>
      {queue.map(({ key, draft }) => (
        <li key={key}>
          <Icon name="clock" />
          <span dir="auto">{draft.text}</span>
          {activeRunId !== undefined && (
            <IconButton icon="play" label={t.text("queue.now")} onClick={() => void chat.sendNow(draftKey, key)} />
          )}
          <IconButton
            icon="pencil"
            label={t.text("queue.take-back")}
            onClick={() => {
              chat.unqueue(draftKey, key);
              focus();
            }}
          />
        </li>
      ))}
      {isQueueHeld && (
        <li>
          <span>{t.text("queue.held")}</span>
          <Button text="action.send" small icon="play" onClick={() => chat.sendQueue(draftKey)} />
        </li>
      )}
    </ul>
  );
}
