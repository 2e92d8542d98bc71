import type { ReactElement } from "react";
import type { Conversation } from "../../../worker/protocol/message.ts";
import { useText } from "../../messages/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { useApp } from "../../use-app.ts";

interface ConversationMenuProps {
  readonly conversation: Conversation;
  /** True where it is the conversation that is shown. */
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onRename: () => void;
  readonly onInstructions: () => void;
}

/** What can be done to a conversation. */
export function ConversationMenu({
  conversation,
  open,
  onClose,
  onRename,
  onInstructions,
}: ConversationMenuProps): ReactElement {
  const t = useText();
  const { api, chat, toasts } = useApp();
  const exportAsMarkdown = async () => {
    const { exportConversation } = await import("../export-conversation.ts");
    if (!(await exportConversation(api, conversation.id, t))) toasts.show({ text: "toast.not-exported" });
  };
  return (
    <div className="menu" ref={scrollIntoView}>
      <Button
        tone="quiet"
        icon="pin"
        onClick={() => {
          onClose();
          void chat.pin(conversation.id, conversation.pinned !== true);
        }}
      >
        {t.text(conversation.pinned === true ? "action.unpin" : "action.pin")}
      </Button>
      <Button tone="quiet" icon="pencil" onClick={onRename}>
        {t.text("action.rename")}
      </Button>
      <Button tone="quiet" icon="sliders" onClick={onInstructions}>
        {t.text("instructions.action")}
      </Button>
      <Button
        tone="quiet"
        icon="download"
        onClick={() => {
          onClose();
          void exportAsMarkdown();
        }}
      >
        {t.text("action.export")}
      </Button>
      <Button
        tone="danger"
        icon="trash"
        onClick={() => {
          onClose();
          chat.deleteConversation(conversation.id);
          if (open) location.hash = "#/";
        }}
      >
        {t.text("action.delete")}
      </Button>
    </div>
  );
}

/** The list scrolls, so a menu at its end could open out of sight. */
function scrollIntoView(menu: HTMLElement | null): void {
  menu?.scrollIntoView({ block: "nearest" });
}
