import type { ReactNode } from "react";
import type { Conversation } from "../../worker/protocol/message.ts";
import type { Project } from "../../worker/protocol/project.ts";
import type { MessageKey } from "../messages/catalogue.ts";
import { useText } from "../messages/use-text.ts";
import { beginInProject } from "../services/begin-in-project.ts";
import { toHash } from "../state/route.ts";
import { useApp } from "../state/use-app.ts";
import { Button } from "../ui/button.tsx";
import type { IconName } from "../ui/icon.tsx";
import type { DialogName } from "./conversation-dialogs.tsx";

interface ConversationMenuProps {
  readonly conversation: Conversation;
  /** True where it is the conversation that is shown. */
  readonly open: boolean;
  readonly onDialog: (name: DialogName) => void;
}

/** Actions on a conversation. */
export function ConversationMenu({ conversation, open, onDialog }: ConversationMenuProps) {
  const { chat } = useApp();
  const exportAs = useExport();
  const remove = () => {
    chat.deleteConversations([conversation.id]);
    if (open) location.hash = "#/";
  };
  const isPinned = conversation.pinned === true;
  const items: readonly Action[] = [
    ["pin", isPinned ? "action.unpin" : "action.pin", () => void chat.update(conversation.id, { pinned: !isPinned })],
    ["pencil", "action.rename", () => onDialog("rename")],
    ["sliders", "instructions.action", () => onDialog("instructions")],
    ["clip", "project.action", () => onDialog("project")],
    ["download", "action.export", () => void exportAs([conversation], conversation.title)],
    ["trash", "action.delete", remove],
  ];
  return items.map(toButton);
}

interface ProjectMenuProps {
  readonly project: Project;
  readonly inside: readonly Conversation[];
}

/** Where a project is set up and exported, and actions on all of its conversations. */
export function ProjectMenu({ project, inside }: ProjectMenuProps) {
  const { chat } = useApp();
  const { id, name } = project;
  const exportAs = useExport();
  const remove = () => {
    chat.deleteConversations(inside.map(({ id }) => id));
    if (inside.some(({ id }) => location.hash === toHash({ type: "chat", conversationId: id }))) location.hash = "#/";
  };
  const items: readonly Action[] = [
    ["plus", "project.new-chat", () => beginInProject(chat, project)],
    ["sliders", "project.open", () => void location.assign(`#/projects/${encodeURIComponent(id)}`)],
    ["download", "project.export-chats", () => void exportAs(inside, name)],
    ["trash", "project.delete-chats", remove],
  ];
  return (inside.length > 0 ? items : items.slice(0, 2)).map(toButton);
}

type Action = readonly [icon: IconName, label: MessageKey, action: () => void];

function useExport() {
  const t = useText();
  const { api, toasts } = useApp();
  return async (conversations: readonly Conversation[], title: string) => {
    const { exportConversations } = await import("./export-conversation.ts");
    if (!(await exportConversations({ api, t }, conversations, title))) toasts.show({ text: "toast.not-exported" });
  };
}

function toButton([icon, text, action]: Action): ReactNode {
  return <Button text={text} key={text} tone={icon === "trash" ? "danger" : "quiet"} icon={icon} onClick={action} />;
}
