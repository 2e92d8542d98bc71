import { useEffect, useRef } from "react";
import { useText } from "../messages/use-text.ts";
import type { Route } from "../state/route.ts";
import { useApp, useAppState } from "../state/use-app.ts";
import { IconButton } from "../ui/button.tsx";
import { Icon, Mark } from "../ui/icon.tsx";
import { loadLater } from "../ui/load-later.tsx";
import { useKeys } from "../ui/use-keys.ts";

/** The pages beside the chats; each opens its row of tabs. */
const ENTRIES = [
  { address: "memory", icon: "note", label: "nav.notes" },
  { address: "files", icon: "folder", label: "nav.files" },
  { address: "settings", icon: "sliders", label: "nav.settings" },
] as const;

// The room of the list is kept while it loads: the first frame has none to show.
const ConversationList = loadLater(
  () => import("./conversation-list.tsx").then((m) => m.ConversationList),
  () => <div className="conversations" />,
);

interface SidebarProps {
  readonly route: Route;
  /** True when it lies over the view, as a drawer. */
  readonly modal: boolean;
  readonly onSearch: () => void;
}

/** Conversations and the other views. */
export function Sidebar({ route, modal, onSearch }: SidebarProps) {
  const t = useText();
  const { chat, store } = useApp();
  const open = useAppState((state) => state.sidebarOpen);
  const close = () => store.setState({ sidebarOpen: false });
  const name = route.type === "view" ? route.name : "";
  const here = ["tasks", "waiting", "projects"].includes(name)
    ? "memory"
    : ["", "memory", "files"].includes(name)
      ? name
      : "settings";
  const aside = useRef<HTMLElement>(null);

  useEffect(() => {
    if (modal) aside.current?.querySelector<HTMLElement>("a, button")?.focus();
  }, [modal]);
  useKeys((event) => {
    if (modal && event.key === "Escape") close();
  });

  return (
    <>
      {modal && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the drawer also closes by Esc and by its own button
        // biome-ignore lint/a11y/useKeyWithClickEvents: the drawer also closes by Esc and by its own button
        <div className="scrim" onClick={close} />
      )}
      <aside className="sidebar" ref={aside} aria-label={t.text("nav.label")} inert={!open}>
        <div className="sidebar-head">
          <span className="wordmark">
            <Mark />
            <span>Alcove</span>
          </span>
          <IconButton icon="search" text="nav.search" onClick={onSearch} />
          <IconButton icon="left" text="nav.close-sidebar" onClick={close} />
        </div>
        {/* biome-ignore lint/a11y/useValidAnchor: it leads to the new chat, which is emptied on the way */}
        <a
          className="new-chat"
          href="#/"
          aria-current={route.type === "new-chat" ? "page" : undefined}
          onClick={chat.clearNewChat}
        >
          <Icon name="plus" />
          <span>{t.text("nav.new-chat")}</span>
        </a>
        <ConversationList route={route} />
        <nav className="places" aria-label={t.text("nav.places")}>
          {ENTRIES.map(({ address, icon, label }) => (
            <a key={address} href={`#/${address}`} aria-current={address === here ? "page" : undefined}>
              <Icon name={icon} />
              <span>{t.text(label)}</span>
            </a>
          ))}
        </nav>
      </aside>
    </>
  );
}
