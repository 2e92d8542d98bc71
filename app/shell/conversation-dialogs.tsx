import { type ReactNode, useId } from "react";
import type { Conversation } from "../../worker/protocol/message.ts";
import { useText } from "../messages/use-text.ts";
import { useApp, useAppState } from "../state/use-app.ts";
import { Field, Form, FormEnd } from "../ui/fields/form.tsx";
import { Modal } from "../ui/modal.tsx";

interface ConversationDialogProps {
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

/** Gives the open conversation another title. */
export function RenameDialog({ conversation, onClose }: ConversationDialogProps) {
  const t = useText();
  const { chat } = useApp();
  const save = (title: string) => {
    if (title !== conversation.title) void chat.rename(conversation.id, title);
  };
  return (
    <TextDialog title={t.text("action.rename")} label={t.text("chat.title-label")} onSave={save} onClose={onClose}>
      <input
        autoComplete="off"
        type="text"
        name="text"
        dir="auto"
        data-first-focus=""
        defaultValue={conversation.title}
        onFocus={(event) => event.currentTarget.select()}
      />
    </TextDialog>
  );
}

interface FolderDialogProps {
  /** Not empty. */
  readonly conversations: readonly Conversation[];
  readonly onClose: () => void;
}

/** Moves conversations into a folder of the list, or out of it. */
export function FolderDialog({ conversations: moved, onClose }: FolderDialogProps) {
  const t = useText();
  const { chat } = useApp();
  const listId = useId();
  const conversations = useAppState((state) => state.conversations);
  const folders = [...new Set(conversations.flatMap(({ folder = "" }) => (folder === "" ? [] : [folder])))].sort();
  return (
    <TextDialog
      title={t.text("folder.move")}
      label={t.text("folder.name")}
      onSave={(folder) => moved.forEach(({ id }) => void chat.update(id, { folder: folder.trim() }))}
      onClose={onClose}
    >
      <input
        autoComplete="off"
        type="text"
        name="text"
        dir="auto"
        maxLength={60}
        list={listId}
        data-first-focus=""
        defaultValue={moved[0]?.folder ?? ""}
      />
      <datalist id={listId}>
        {folders.map((folder) => (
          <option key={folder} value={folder} />
        ))}
      </datalist>
    </TextDialog>
  );
}

/** Instructions to the model in one conversation only. */
export function ChatInstructions({ conversation, onClose }: ConversationDialogProps) {
  const t = useText();
  const { chat } = useApp();
  return (
    <TextDialog
      title={t.text("instructions.title")}
      label={t.text("instructions.label")}
      onSave={(text) => void chat.update(conversation.id, { systemPrompt: text })}
      onClose={onClose}
    >
      <textarea
        autoComplete="off"
        name="text"
        data-first-focus=""
        rows={5}
        dir="auto"
        defaultValue={conversation.systemPrompt ?? ""}
      />
    </TextDialog>
  );
}

interface TextDialogProps {
  readonly title: string;
  readonly label: string;
  readonly onSave: (text: string) => void;
  readonly onClose: () => void;
  /** The field, named `text`. */
  readonly children: ReactNode;
}

function TextDialog({ title, label, onSave, onClose, children }: TextDialogProps) {
  return (
    <Modal title={title} onClose={onClose}>
      <Form
        onSubmit={(read) => {
          onClose();
          onSave(read("text"));
        }}
      >
        <Field label={label}>{children}</Field>
        <FormEnd onCancel={onClose} />
      </Form>
    </Modal>
  );
}
