import { useState } from "react";
import type { Conversation } from "../../worker/protocol/message.ts";
import { useText } from "../messages/use-text.ts";
import { findActiveRun } from "../state/live-run.ts";
import { toHash } from "../state/route.ts";
import { useAppState } from "../state/use-app.ts";
import { loadLater } from "../ui/load-later.tsx";
import { Menu } from "../ui/menu.tsx";
import type { DialogName } from "./conversation-dialogs.tsx";

const ConversationMenu = loadLater(() => import("./conversation-menu.tsx").then((m) => m.ConversationMenu));
const ConversationDialog = loadLater(() => import("./conversation-dialogs.tsx").then((m) => m.ConversationDialog));

interface ConversationRowProps {
  readonly conversation: Conversation;
  readonly open: boolean;
}

/** A conversation in the list, with what can be done to it. */
export function ConversationRow({ conversation, open }: ConversationRowProps) {
  const t = useText();
  const running = useAppState((state) => findActiveRun(state.runs, conversation.id) !== undefined);
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const title = conversation.title === "" ? t.text("chat.untitled") : conversation.title;
  return (
    <li className="conversation">
      <a href={toHash({ type: "chat", conversationId: conversation.id })} aria-current={open ? "page" : undefined}>
        {running && <span className="running-dot" role="img" aria-label={t.text("state.running")} />}
        <span dir="auto">{title}</span>
      </a>
      <Menu icon="more" label={t.text("chat.actions-for", { title })}>
        <ConversationMenu conversation={conversation} open={open} onDialog={setDialog} />
      </Menu>
      {dialog && <ConversationDialog name={dialog} conversation={conversation} onClose={() => setDialog(null)} />}
    </li>
  );
}
