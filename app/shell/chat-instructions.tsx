import { useState } from "react";
import type { Conversation } from "../../worker/protocol/message.ts";
import { useText } from "../messages/use-text.ts";
import { useApp } from "../state/use-app.ts";
import { FormEnd } from "../ui/form-end.tsx";
import { Modal } from "../ui/modal.tsx";
import "../styles/views.css";
import "../styles/tools.css";
import "../styles/runs.css";
import "../styles/settings.css";

interface ChatInstructionsProps {
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

/** What the model is told in one conversation only. */
export function ChatInstructions({ conversation, onClose }: ChatInstructionsProps) {
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
            autoComplete="off"
            data-first-focus=""
            rows={5}
            dir="auto"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <FormEnd onCancel={onClose} />
      </form>
    </Modal>
  );
}
