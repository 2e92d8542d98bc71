import { useText } from "../../../messages/use-text.ts";
import { useActiveRunId, useApp, useComposer, useDraftKey } from "../../../state/use-app.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";

/**
 * The messages that wait for the model. Each can be taken back, or sent at once in the place of the answer under way. `focus`
 * puts the focus into the composer's field.
 */
export function Queue({ focus }: { readonly focus: () => void }) {
  const t = useText();
  const draftKey = useDraftKey();
  const activeRunId = useActiveRunId();
  const { chat } = useApp();
  const { queue, isQueueHeld } = useComposer((composer) => composer);
  return (
    <ul className="queue" aria-label={t.text("queue.label")}>
      {queue.map(({ key, draft }) => (
        <li key={key}>
          <Icon name="clock" />
          <span dir="auto">{draft.text}</span>
          {activeRunId !== undefined && (
            <IconButton icon="play" text="queue.now" onClick={() => void chat.sendNow(draftKey, key)} />
          )}
          <IconButton
            icon="pencil"
            text="queue.take-back"
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
