import { useId } from "react";
import type { Conversation } from "../../worker/protocol/message.ts";
import { useText } from "../messages/use-text.ts";
import { useApp, useAppState } from "../state/use-app.ts";
import { FormEnd } from "../ui/form-end.tsx";
import { Modal } from "../ui/modal.tsx";

interface FolderDialogProps {
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

/** Moves a conversation into a folder of the list, or out of it. */
export function FolderDialog({ conversation, onClose }: FolderDialogProps) {
  const t = useText();
  const { chat } = useApp();
  const listId = useId();
  const conversations = useAppState((state) => state.conversations);
  const folders = [...new Set(conversations.flatMap(({ folder = "" }) => (folder === "" ? [] : [folder])))].sort();
  return (
    <Modal title={t.text("folder.move")} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          const folder = String(new FormData(event.currentTarget).get("folder") ?? "");
          onClose();
          void chat.moveToFolder(conversation.id, folder);
        }}
      >
        <label className="field">
          <span>{t.text("folder.name")}</span>
          <input
            autoComplete="off"
            type="text"
            name="folder"
            dir="auto"
            maxLength={60}
            list={listId}
            data-first-focus=""
            defaultValue={conversation.folder ?? ""}
          />
        </label>
        <datalist id={listId}>
          {folders.map((folder) => (
            <option key={folder} value={folder} />
          ))}
        </datalist>
        <FormEnd onCancel={onClose} />
      </form>
    </Modal>
  );
}
