import { type ReactElement, useState } from "react";
import type { Conversation } from "../../worker/protocol/message.ts";
import { Button } from "../ui/button.tsx";
import { Modal } from "../ui/modal.tsx";
import { useApp, useText } from "../use-app.ts";

interface ChatInstructionsProps {
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

/** What the model is told in one conversation only. */
export function ChatInstructions({ conversation, onClose }: ChatInstructionsProps): ReactElement {
  const t = useText();
  const { chat } = useApp();
  const [text, setText] = useState(conversation.systemPrompt ?? "");
  return (
    <Modal title={t.text("instructions.title")} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void chat.changeSystemPrompt(conversation.id, text.trim());
          onClose();
        }}
      >
        <label className="field">
          <span>{t.text("instructions.label")}</span>
          <textarea
            data-first-focus=""
            rows={5}
            dir="auto"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <div className="row row-end">
          <Button tone="quiet" onClick={onClose}>
            {t.text("action.cancel")}
          </Button>
          <Button tone="primary" type="submit">
            {t.text("action.save")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
