import { useState } from "react";
import type { Conversation } from "../../worker/protocol/message.ts";
import { useText } from "../messages/use-text.ts";
import { findActiveRun } from "../state/live-run.ts";
import { toHash } from "../state/route.ts";
import { useAppState } from "../state/use-app.ts";
import { loadLater } from "../ui/load-later.tsx";
import { Menu } from "../ui/menu.tsx";

const ConversationMenu = loadLater(() => import("./conversation-menu.tsx").then((m) => m.ConversationMenu));
const ChatInstructions = loadLater(() => import("./conversation-dialogs.tsx").then((m) => m.ChatInstructions));
const RenameDialog = loadLater(() => import("./conversation-dialogs.tsx").then((m) => m.RenameDialog));
const ProjectDialog = loadLater(() => import("./conversation-dialogs.tsx").then((m) => m.ProjectDialog));

interface ConversationRowProps {
  readonly conversation: Conversation;
  readonly open: boolean;
}

/** A conversation in the list, with what can be done to it. */
export function ConversationRow({ conversation, open }: ConversationRowProps) {
  const t = useText();
  const running = useAppState((state) => findActiveRun(state.runs, conversation.id) !== undefined);
  const [mode, setMode] = useState<"idle" | "rename" | "instructions" | "project">("idle");
  const title = conversation.title === "" ? t.text("chat.untitled") : conversation.title;
  const close = () => setMode("idle");

  return (
    <li className="conversation">
      <a href={toHash({ type: "chat", conversationId: conversation.id })} aria-current={open ? "page" : undefined}>
        {running && <span className="running-dot" role="img" aria-label={t.text("state.running")} />}
        <span dir="auto">{title}</span>
      </a>
      <Menu icon="more" label={t.text("chat.actions-for", { title })}>
        {(closeMenu) => (
          <ConversationMenu
            conversation={conversation}
            open={open}
            onClose={closeMenu}
            onRename={() => setMode("rename")}
            onInstructions={() => setMode("instructions")}
            onProject={() => setMode("project")}
          />
        )}
      </Menu>
      {mode === "rename" && <RenameDialog conversation={conversation} onClose={close} />}
      {mode === "project" && <ProjectDialog conversation={conversation} onClose={close} />}
      {mode === "instructions" && <ChatInstructions conversation={conversation} onClose={close} />}
    </li>
  );
}
