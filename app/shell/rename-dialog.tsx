import type { Conversation } from "../../worker/protocol/message.ts";
import { useText } from "../messages/use-text.ts";
import { useApp } from "../state/use-app.ts";
import { FormEnd } from "../ui/form-end.tsx";
import { Modal } from "../ui/modal.tsx";

interface RenameDialogProps {
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

/** Gives the open conversation another title. */
export function RenameDialog({ conversation, onClose }: RenameDialogProps) {
  const t = useText();
  const { chat } = useApp();
  return (
    <Modal title={t.text("action.rename")} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          const title = String(new FormData(event.currentTarget).get("title") ?? "").trim();
          onClose();
          if (title !== conversation.title) void chat.rename(conversation.id, title);
        }}
      >
        <label className="field">
          <span>{t.text("chat.title-label")}</span>
          <input
            autoComplete="off"
            type="text"
            name="title"
            dir="auto"
            data-first-focus=""
            defaultValue={conversation.title}
            onFocus={(event) => event.currentTarget.select()}
          />
        </label>
        <FormEnd onCancel={onClose} />
      </form>
    </Modal>
  );
}
