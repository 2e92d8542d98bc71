import type { ReactElement } from "react";
import { useText } from "../../../messages/use-text.ts";
import type { QueuedMessage } from "../../../state/composer/composer-state.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import type { CommandChoice, SlashCommands } from "./use-slash-commands.ts";

interface QueueListProps {
  readonly queue: readonly QueuedMessage[];
  readonly onTakeBack: (key: string) => void;
  /** Sends one of them at once, in the place of the answer under way; absent if there is none. */
  readonly onSendNow?: ((key: string) => void) | undefined;
  /** Absent while they go by themselves. */
  readonly onSend?: (() => void) | undefined;
}

/** The messages that wait for the model. */
export function QueueList({ queue, onTakeBack, onSendNow, onSend }: QueueListProps): ReactElement {
  const t = useText();
  return (
    <ul className="queue" aria-label={t.text("queue.label")}>
      {queue.map(({ key, draft }) => (
        <li key={key}>
          <Icon name="clock" />
          <span dir="auto">{draft.text}</span>
          {onSendNow !== undefined && (
            <IconButton icon="play" label={t.text("queue.now")} onClick={() => onSendNow(key)} />
          )}
          <IconButton icon="pencil" label={t.text("queue.take-back")} onClick={() => onTakeBack(key)} />
        </li>
      ))}
      {onSend !== undefined && (
        <li>
          <span>{t.text("queue.held")}</span>
          <Button small icon="play" onClick={onSend}>
            {t.text("action.send")}
          </Button>
        </li>
      )}
    </ul>
  );
}

interface CommandListProps extends Pick<SlashCommands, "choices" | "current"> {
  /** The id of the current choice's element. */
  readonly currentId: string;
  readonly onPick: (choice: CommandChoice) => void;
}

/** The commands that the text may become. */
export function CommandList({ choices, current, currentId, onPick }: CommandListProps): ReactElement {
  const t = useText();
  return (
    <ul className="tool-hints" aria-label={t.text("composer.tools")}>
      {choices.map((choice) => (
        <li key={choice.name}>
          <button
            type="button"
            id={choice === current ? currentId : undefined}
            ref={choice === current ? scrollIntoView : null}
            data-current={choice === current ? "" : undefined}
            onClick={() => onPick(choice)}
          >
            <code dir="ltr">/{choice.name}</code>
            <span dir="auto">{choice.description}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
