import type { Conversation } from "../../worker/protocol/message.ts";
import type { MessageKey } from "../messages/catalogue.ts";
import { useText } from "../messages/use-text.ts";
import { useApp, useAppState, useIsDeveloper } from "../state/use-app.ts";
import { Button } from "../ui/button.tsx";
import type { IconName } from "../ui/icon.tsx";
import type { ExportFormat } from "./export-conversation.ts";

/** Forms in which a program sends a conversation to a model. */
const REQUESTS: readonly (readonly [ExportFormat, MessageKey])[] = [
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

/** Actions on a conversation. */
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
  const requests = useIsDeveloper() ? REQUESTS : [];
  const exportAs = async (format: ExportFormat) => {
    const { exportConversation } = await import("./export-conversation.ts");
    const done = await exportConversation({ api, t, systemPrompt }, conversation.id, format);
    if (!done) toasts.show({ text: "toast.not-exported" });
  };
  const remove = () => {
    chat.deleteConversation(conversation.id);
    if (open) location.hash = "#/";
  };
  const isPinned = conversation.pinned === true;
  const items: readonly (readonly [icon: IconName, label: MessageKey, action: () => void])[] = [
    ["pin", isPinned ? "action.unpin" : "action.pin", () => void chat.update(conversation.id, { pinned: !isPinned })],
    ["pencil", "action.rename", onRename],
    ["sliders", "instructions.action", onInstructions],
    ["clip", "folder.action", onFolder],
    ["download", "action.export", () => void exportAs("markdown")],
    ...requests.map(([format, label]) => ["download", label, () => void exportAs(format)] as const),
    ["trash", "action.delete", remove],
  ];
  return (
    <>
      {items.map(([icon, label, action]) => (
        <Button
          text={label}
          key={label}
          tone={icon === "trash" ? "danger" : "quiet"}
          icon={icon}
          onClick={() => {
            onClose();
            action();
          }}
        />
      ))}
    </>
  );
}
