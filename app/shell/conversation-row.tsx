import { type RefObject, useEffect, useRef, useState } from "react";
import type { Conversation } from "../../worker/protocol/message.ts";
import { useText } from "../messages/use-text.ts";
import { findActiveRun } from "../state/live-run.ts";
import { toHash } from "../state/route.ts";
import { useApp, useAppState } from "../state/use-app.ts";
import { IconButton } from "../ui/button.tsx";
import { loadLater } from "../ui/load-later.tsx";

const ConversationMenu = loadLater(() => import("./conversation-menu.tsx").then((m) => m.ConversationMenu));
const ChatInstructions = loadLater(() => import("./conversation-dialogs.tsx").then((m) => m.ChatInstructions));

const FolderDialog = loadLater(() => import("./conversation-dialogs.tsx").then((m) => m.FolderDialog));

interface ConversationRowProps {
  readonly conversation: Conversation;
  readonly open: boolean;
}

/** A conversation in the list, with what can be done to it. */
export function ConversationRow({ conversation, open }: ConversationRowProps) {
  const t = useText();
  const running = useAppState((state) => findActiveRun(state.runs, conversation.id) !== undefined);
  const [mode, setMode] = useState<"idle" | "menu" | "rename" | "instructions" | "folder">("idle");
  const row = useRef<HTMLLIElement>(null);
  const title = conversation.title === "" ? t.text("chat.untitled") : conversation.title;
  const close = () => setMode("idle");
  useCloseOutside(mode === "menu", row, close);

  if (mode === "rename") return <RenameRow conversation={conversation} onClose={close} />;
  return (
    <li ref={row} className="conversation" data-menu={mode === "menu" ? "open" : undefined}>
      <a href={toHash({ type: "chat", conversationId: conversation.id })} aria-current={open ? "page" : undefined}>
        {running && <span className="running-dot" role="img" aria-label={t.text("state.running")} />}
        <span dir="auto">{title}</span>
      </a>
      <IconButton
        icon="more"
        label={t.text("chat.actions-for", { title })}
        aria-expanded={mode === "menu"}
        onClick={() => setMode(mode === "menu" ? "idle" : "menu")}
      />
      {mode === "menu" && (
        <ConversationMenu
          conversation={conversation}
          open={open}
          onClose={close}
          onRename={() => setMode("rename")}
          onInstructions={() => setMode("instructions")}
          onFolder={() => setMode("folder")}
        />
      )}
      {mode === "folder" && <FolderDialog conversation={conversation} onClose={close} />}
      {mode === "instructions" && <ChatInstructions conversation={conversation} onClose={close} />}
    </li>
  );
}

/** Closes what is open on Escape and on a press outside of `inside`. */
function useCloseOutside(isOpen: boolean, inside: RefObject<HTMLElement | null>, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!isOpen) return;
    const listen = (event: Event) => {
      if (event instanceof KeyboardEvent ? event.key === "Escape" : !inside.current?.contains(event.target as Node)) {
        latest.current();
      }
    };
    addEventListener("keydown", listen);
    addEventListener("pointerdown", listen);
    return () => {
      removeEventListener("keydown", listen);
      removeEventListener("pointerdown", listen);
    };
  }, [isOpen, inside]);
}

interface RenameRowProps {
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

function RenameRow({ conversation, onClose }: RenameRowProps) {
  const t = useText();
  const { chat } = useApp();
  return (
    <li>
      <input
        autoComplete="off"
        className="conversation-rename"
        aria-label={t.text("chat.title-label")}
        defaultValue={conversation.title}
        ref={(input) => input?.select()}
        onBlur={(event) => {
          const title = event.currentTarget.value;
          onClose();
          if (title !== conversation.title) void chat.rename(conversation.id, title);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.currentTarget.blur();
          if (event.key === "Escape") onClose();
        }}
      />
    </li>
  );
}
