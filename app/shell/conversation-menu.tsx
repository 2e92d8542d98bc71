import type { Conversation } from "../../worker/protocol/message.ts";
import type { MessageKey } from "../messages/catalogue.ts";
import { useText } from "../messages/use-text.ts";
import { useApp, useAppState } from "../state/use-app.ts";
import { Button } from "../ui/button.tsx";
import type { ExportFormat } from "./export-conversation.ts";

const EXPORTS: readonly (readonly [ExportFormat, MessageKey])[] = [
  ["markdown", "action.export"],
  ["openai", "action.export-openai"],
  ["anthropic", "action.export-anthropic"],
];

interface ConversationMenuProps {
  readonly conversation: Conversation;
  /** True where it is the conversation that is shown. */
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onRename: () => void;
  readonly onInstructions: () => void;
  readonly onFolder: () => void;
}

/** What can be done to a conversation. */
export function ConversationMenu({
  conversation,
  open,
  onClose,
  onRename,
  onInstructions,
  onFolder,
}: ConversationMenuProps) {
  const t = useText();
  const { api, chat, toasts } = useApp();
  const systemPrompt = useAppState((state) => state.settings.systemPrompt);
  const exportAs = async (format: ExportFormat) => {
    onClose();
    const { exportConversation } = await import("./export-conversation.ts");
    const done = await exportConversation({ api, t, systemPrompt }, conversation.id, format);
    if (!done) toasts.show({ text: "toast.not-exported" });
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
      <Button tone="quiet" icon="clip" onClick={onFolder}>
        {t.text("folder.action")}
      </Button>
      {EXPORTS.map(([format, label]) => (
        <Button key={format} tone="quiet" icon="download" onClick={() => void exportAs(format)}>
          {t.text(label)}
        </Button>
      ))}
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
