import { lazy, type ReactElement, Suspense, useEffect, useMemo, useRef, useState } from "react";
import type { Conversation } from "../../../worker/protocol/message.ts";
import type { MessageKey } from "../../messages/catalogue.ts";
import { useText } from "../../messages/use-text.ts";
import { groupConversations } from "../../state/group-conversations.ts";
import { type Route, toHash } from "../../state/route.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Icon, type IconName, Mark } from "../../ui/icon.tsx";
import { useApp, useAppState } from "../../use-app.ts";

const ChatInstructions = lazy(() =>
  import("../chat/chat-instructions.tsx").then((m) => ({ default: m.ChatInstructions })),
);

interface SidebarProps {
  readonly route: Route;
  readonly open: boolean;
  /** True when it lies over the view, as a drawer. */
  readonly modal: boolean;
  readonly onClose: () => void;
  readonly onSearch: () => void;
  readonly onHelp: () => void;
}

const PLACES: readonly { readonly hash: string; readonly icon: IconName; readonly label: MessageKey }[] = [
  { hash: "#/memory", icon: "note", label: "nav.memory" },
  { hash: "#/models", icon: "chip", label: "nav.models" },
  { hash: "#/tools", icon: "wrench", label: "nav.tools" },
  { hash: "#/runs", icon: "timeline", label: "nav.runs" },
  { hash: "#/settings/appearance", icon: "sliders", label: "nav.settings" },
];

/** Conversations and the other views. */
export function Sidebar({ route, open, modal, onClose, onSearch, onHelp }: SidebarProps): ReactElement {
  const t = useText();
  const aside = useRef<HTMLElement>(null);

  useEffect(() => {
    if (!modal) return;
    aside.current?.querySelector<HTMLElement>("a, button")?.focus();
    const listen = (event: KeyboardEvent) => {
      if (event.key === "Escape") onClose();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [modal, onClose]);

  const here = route.type === "settings" ? "#/settings" : route.type === "run" ? "#/runs" : toHash(route);
  return (
    <>
      {modal && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the drawer also closes by Esc and by its own button
        // biome-ignore lint/a11y/useKeyWithClickEvents: the drawer also closes by Esc and by its own button
        <div className="scrim" onClick={onClose} />
      )}
      <aside className="sidebar" ref={aside} aria-label={t.text("nav.label")} inert={!open}>
        <div className="sidebar-head">
          <a className="wordmark" href="#/">
            <Mark />
            <span>Alcove</span>
          </a>
          <IconButton icon="search" label={t.text("nav.search")} onClick={onSearch} />
          <IconButton icon="left" label={t.text("nav.close-sidebar")} onClick={onClose} />
        </div>
        <a className="new-chat" href="#/" aria-current={here === "#/" ? "page" : undefined}>
          <Icon name="plus" />
          <span>{t.text("nav.new-chat")}</span>
        </a>
        <ConversationList route={route} />
        <nav className="places" aria-label={t.text("nav.places")}>
          {PLACES.map(({ hash, icon, label }) => (
            <a key={hash} href={hash} aria-current={hash.startsWith(here) && here !== "#/" ? "page" : undefined}>
              <Icon name={icon} />
              <span>{t.text(label)}</span>
            </a>
          ))}
          <button type="button" onClick={onHelp}>
            <Icon name="help" />
            <span>{t.text("nav.help")}</span>
          </button>
        </nav>
      </aside>
    </>
  );
}

function ConversationList({ route }: { readonly route: Route }): ReactElement {
  const t = useText();
  const all = useAppState((state) => state.conversations);
  const hidden = useAppState((state) => state.hidden);
  const phase = useAppState((state) => state.phase);
  const [shown, setShown] = useState(PAGE);
  const groups = useMemo(() => {
    const midnight = new Date();
    midnight.setHours(0, 0, 0, 0);
    const visible = all.filter((each) => !hidden.includes(each.id));
    return groupConversations(visible.slice(0, shown), "", midnight.getTime());
  }, [all, hidden, shown]);
  const openId = route.type === "chat" ? route.conversationId : null;
  return (
    <nav className="conversations" aria-label={t.text("nav.conversations")}>
      {phase === "ready" && groups.length === 0 && (
        <p className="quiet conversations-empty">{t.text("nav.no-conversations")}</p>
      )}
      {groups.map((group) => (
        <section key={group.name} aria-labelledby={`group-${group.name}`}>
          <h2 id={`group-${group.name}`}>{t.text(`group.${group.name}`)}</h2>
          <ul>
            {group.conversations.map((conversation) => (
              <ConversationRow key={conversation.id} conversation={conversation} open={conversation.id === openId} />
            ))}
          </ul>
        </section>
      ))}
      {all.length > shown && (
        <Button small tone="quiet" onClick={() => setShown(shown + PAGE)}>
          {t.text("action.show-more", { count: t.number(all.length - shown) })}
        </Button>
      )}
    </nav>
  );
}

/** Rows of the list shown at first and with every "more". */
const PAGE = 60;

/** The list scrolls, so a menu at its end could open out of sight. */
function showWhole(menu: HTMLElement | null): void {
  menu?.scrollIntoView({ block: "nearest" });
}

function ConversationRow({
  conversation,
  open,
}: {
  readonly conversation: Conversation;
  readonly open: boolean;
}): ReactElement {
  const t = useText();
  const { api, chat, toasts } = useApp();
  const running = useAppState((state) =>
    Object.values(state.runs).some((run) => run.conversationId === conversation.id && run.end === undefined),
  );
  const [mode, setMode] = useState<"idle" | "menu" | "rename" | "instructions">("idle");
  const row = useRef<HTMLLIElement>(null);
  const title = conversation.title === "" ? t.text("chat.untitled") : conversation.title;

  useEffect(() => {
    if (mode !== "menu") return;
    const listen = (event: Event) => {
      if (event instanceof KeyboardEvent ? event.key === "Escape" : !row.current?.contains(event.target as Node)) {
        setMode("idle");
      }
    };
    addEventListener("keydown", listen);
    addEventListener("pointerdown", listen);
    return () => {
      removeEventListener("keydown", listen);
      removeEventListener("pointerdown", listen);
    };
  }, [mode]);

  if (mode === "rename") {
    const finish = (value: string) => {
      setMode("idle");
      if (value !== conversation.title) void chat.rename(conversation.id, value);
    };
    return (
      <li>
        <input
          className="conversation-rename"
          aria-label={t.text("chat.title-label")}
          defaultValue={conversation.title}
          ref={(input) => input?.select()}
          onBlur={(event) => finish(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") event.currentTarget.blur();
            if (event.key === "Escape") setMode("idle");
          }}
        />
      </li>
    );
  }
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
        <div className="menu" ref={showWhole}>
          <Button
            tone="quiet"
            icon="pin"
            onClick={() => {
              setMode("idle");
              void chat.pin(conversation.id, conversation.pinned !== true);
            }}
          >
            {t.text(conversation.pinned === true ? "action.unpin" : "action.pin")}
          </Button>
          <Button tone="quiet" icon="pencil" onClick={() => setMode("rename")}>
            {t.text("action.rename")}
          </Button>
          <Button tone="quiet" icon="sliders" onClick={() => setMode("instructions")}>
            {t.text("instructions.action")}
          </Button>
          <Button
            tone="quiet"
            icon="download"
            onClick={() => {
              setMode("idle");
              void import("../export-conversation.ts")
                .then(({ exportConversation }) => exportConversation(api, conversation.id, t))
                .then((done) => {
                  if (!done) toasts.show({ text: "toast.not-exported" });
                });
            }}
          >
            {t.text("action.export")}
          </Button>
          <Button
            tone="danger"
            icon="trash"
            onClick={() => {
              setMode("idle");
              chat.deleteConversation(conversation.id);
              if (open) location.hash = "#/";
            }}
          >
            {t.text("action.delete")}
          </Button>
        </div>
      )}
      {mode === "instructions" && (
        <Suspense>
          <ChatInstructions conversation={conversation} onClose={() => setMode("idle")} />
        </Suspense>
      )}
    </li>
  );
}
