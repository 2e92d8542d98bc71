import type { MessageId } from "../../../worker/protocol/ids.ts";
import { useText } from "../../messages/use-text.ts";
import { useApp } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { CancelButton } from "../../ui/fields/form.tsx";

interface DeleteQuestionProps {
  readonly messageId: MessageId;
  readonly onClose: () => void;
}

/** Asks before a question is deleted with its answers. */
export function DeleteQuestion({ messageId, onClose }: DeleteQuestionProps) {
  const t = useText();
  const { chat } = useApp();
  return (
    <div className="row row-end" role="alertdialog" aria-label={t.text("chat.delete-question")}>
      <span className="quiet">{t.text("chat.delete-question-ask")}</span>
      <Button
        small
        tone="danger"
        onClick={() => {
          onClose();
          void chat.deleteMessage(messageId);
        }}
      >
        {t.text("action.delete")}
      </Button>
      <CancelButton small onClick={onClose} />
    </div>
  );
}
