import { useState } from "react";
import type { UserMessage } from "../../../worker/protocol/message.ts";
import { useText } from "../../messages/use-text.ts";
import { focusComposer } from "../../services/focus-composer.ts";
import { useApp, useAppState } from "../../state/use-app.ts";
import { AttachmentMark } from "../../ui/attachment-mark.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Form } from "../../ui/fields/form.tsx";
import { ForeignMark } from "../../ui/trust/foreign-mark.tsx";
import { BranchPicker } from "./branch-picker.tsx";
import { ChangedMark } from "./changed-mark.tsx";
import { isSendKey } from "./composer/is-send-key.ts";

interface QuestionItemProps {
  readonly message: UserMessage;
  readonly siblings: readonly string[];
}

/** The user's message, which can be changed and sent again as a new branch. */
export function QuestionItem({ message, siblings }: QuestionItemProps) {
  const t = useText();
  const { api, chat, toasts } = useApp();
  const [isDeleting, setIsDeleting] = useState(false);
  const editing = useAppState((state) => state.editing === message.id);
  const sendKey = useAppState((state) => state.settings.sendKey);
  const close = () => {
    chat.edit(null);
    focusComposer();
  };
  /** Takes the answers along; asked about before. */
  const remove = () => {
    setIsDeleting(false);
    void toasts.reportUnsaved(api.deleteMessage(message.id));
  };
  if (editing) {
    return (
      <Form
        className="question question-editing"
        onSubmit={(_, form, isPasted) => {
          const text = new FormData(form).get("text");
          const source = isPasted ? ({ source: "paste" } as const) : {};
          close();
          if (typeof text === "string" && text.trim() !== "") {
            void chat.resend(message.conversationId, message.id, { text, ...source });
          }
        }}
      >
        <textarea
          autoComplete="off"
          name="text"
          aria-label={t.text("chat.edit-label")}
          defaultValue={message.text}
          dir="auto"
          rows={Math.min(10, message.text.split("\n").length + 1)}
          ref={placeCaret}
          onKeyDown={(event) => {
            if (event.key === "Escape") close();
            else if (isSendKey(event, sendKey)) event.currentTarget.form?.requestSubmit();
            else return;
            event.preventDefault();
          }}
        />
        <div className="row row-end">
          <Button text="action.cancel" small tone="quiet" onClick={close} />
          <Button text="action.send-again" small tone="primary" type="submit" />
        </div>
      </Form>
    );
  }
  return (
    <article className="question" aria-label={t.text("chat.question")} data-testid="question">
      <div className="question-bubble" dir="auto">
        {message.foreign && <ForeignMark />}
        {message.text}
        {message.attachments?.map((attachment) => (
          <span className="attachment" key={attachment.name}>
            <AttachmentMark {...attachment} />
            {attachment.name}
            <ChangedMark {...attachment} />
          </span>
        ))}
      </div>
      <footer className="question-actions">
        <CopyButton text={message.text} label="action.copy-question" />
        <IconButton icon="pencil" text="action.edit" onClick={() => chat.edit(message.id)} />
        <IconButton icon="trash" text="chat.delete-question" onClick={() => setIsDeleting(true)} />
        <BranchPicker messageId={message.id} siblings={siblings} />
      </footer>
      {isDeleting && (
        <div className="row row-end" role="alertdialog" aria-label={t.text("chat.delete-question")}>
          <span className="quiet">{t.text("chat.delete-question-ask")}</span>
          <Button text="action.delete" small tone="danger" onClick={remove} />
          <Button small tone="quiet" text="action.cancel" onClick={() => setIsDeleting(false)} />
        </div>
      )}
    </article>
  );
}

/** Writing goes on at the end. */
function placeCaret(field: HTMLTextAreaElement | null): void {
  if (field === null || document.activeElement === field) return;
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}
