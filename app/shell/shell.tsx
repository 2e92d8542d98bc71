import { startTransition, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { PartialLanguage } from "../messages/catalogue.ts";
import chat from "../messages/en/chat.json";
import { chooseLanguage, loadLanguage } from "../messages/load-language.ts";
import { createTranslator } from "../messages/translate.ts";
import { TranslatorContext } from "../messages/use-text.ts";
import { focusComposer } from "../services/focus-composer.ts";
import { applyLooks, keepLooks } from "../services/looks.ts";
import { type Route, toHash, toRoute } from "../state/route.ts";
import { DraftKeyContext, useApp, useAppState } from "../state/use-app.ts";
import { loadLater } from "../ui/load-later.tsx";
import { RenderGuard } from "../ui/render-guard.tsx";
import { ChatView } from "../views/chat/chat-view.tsx";
import { Banners } from "./banners.tsx";
import { Sidebar } from "./sidebar.tsx";
import { useShortcuts } from "./use-shortcuts.ts";
import { ViewWait } from "./view-wait.tsx";
import { VIEWS } from "./views.ts";

const Toasts = loadLater(() => import("./toasts.tsx").then((m) => m.Toasts));
const TabSign = loadLater(() => import("./tab-sign.tsx").then((m) => m.TabSign));
const Panel = loadLater(() => import("../views/panel/panel.tsx").then((m) => m.Panel));
const Modal = loadLater(() => import("../ui/modal.tsx").then((m) => m.Modal));
const ShortcutList = loadLater(() => import("../parts/frame/shortcut-list.tsx").then((m) => m.ShortcutList));
const ConversationDialog = loadLater(() => import("./conversation-dialogs.tsx").then((m) => m.ConversationDialog));
const SearchDialog = loadLater(() => import("./search-dialog.tsx").then((m) => m.SearchDialog));

/** Enough for the chat; the other views wait for a whole language. */
const FIRST_LANGUAGE: PartialLanguage = { code: "en", messages: chat };
/** Where the sidebar stands beside the view. */
export const WIDE = "(min-width: 60rem)";

/** Windows over or beside the view. */
type Overlay = "none" | "search" | "help" | "rename";

/** The whole page: sidebar, the view that the address asks for, and what floats above. */
export function Shell() {
  const route = useRoute();
  const { translator, whole } = useTranslator();
  const { chat, store } = useApp();
  const sidebarOpen = useAppState((state) => state.sidebarOpen);
  const [overlay, setOverlay] = useState<Overlay>("none");
  const wide = useMedia(WIDE);
  const main = useRef<HTMLElement>(null);
  useTheme();

  useLayoutEffect(() => store.setState({ sidebarOpen: wide }), [wide, store]);

  const entry = route.type === "view" ? VIEWS.find(({ name }) => name === route.name) : undefined;
  const place = route.type !== "view" ? toHash(route) : entry?.isOnePage ? route.name : `${route.name}/${route.rest}`;
  const lastPlace = useRef(place);
  useEffect(() => {
    if (lastPlace.current === place) return;
    lastPlace.current = place;
    if (!matchMedia(WIDE).matches) store.setState({ sidebarOpen: false });
    // The composer takes the focus by itself; every other view starts at its heading.
    main.current?.querySelector<HTMLElement>("[data-view-heading]")?.focus();
  }, [place, store]);

  const panel = useAppState((state) => state.panel);
  const openId = route.type === "chat" ? route.conversationId : null;
  const openChat = useAppState(({ conversations, hidden }) =>
    conversations.find(({ id }) => id === openId && !hidden.includes(id)),
  );
  useShortcuts({
    openSearch: () => setOverlay("search"),
    openHelp: () => setOverlay("help"),
    newChat: () => {
      chat.clearNewChat();
      location.hash = toHash({ type: "new-chat", question: "" });
      focusComposer();
    },
    toggleSidebar: () => store.setState({ sidebarOpen: !sidebarOpen }),
    renameChat: openChat && (() => setOverlay("rename")),
    deleteChat:
      openChat &&
      (() => {
        chat.deleteConversations([openChat.id]);
        location.hash = "#/";
      }),
  });

  const covered = sidebarOpen && !wide;
  return (
    <TranslatorContext value={translator}>
      <div className="shell" data-sidebar={sidebarOpen ? "open" : "closed"}>
        <button type="button" className="skip-link" onClick={() => main.current?.focus()}>
          {translator.text("nav.skip")}
        </button>
        <Sidebar route={route} modal={covered} onSearch={() => setOverlay("search")} />
        <main className="main" id="content" ref={main} tabIndex={-1} inert={covered}>
          <Banners />
          <RenderGuard key={place}>
            {route.type !== "view" && <Chat route={route} />}
            {route.type === "view" && !whole && <ViewWait />}
            {route.type === "view" && whole && entry && <entry.View {...route} />}
          </RenderGuard>
        </main>
        <Toasts />
        <TabSign />
        {panel && <Panel content={panel} />}
        {overlay === "search" && <SearchDialog onClose={() => setOverlay("none")} />}
        {overlay === "rename" && openChat && (
          <ConversationDialog name="rename" conversation={openChat} onClose={() => setOverlay("none")} />
        )}
        {overlay === "help" && (
          <Modal title={translator.text("shortcut.title")} onClose={() => setOverlay("none")}>
            <ShortcutList />
          </Modal>
        )}
      </div>
    </TranslatorContext>
  );
}

type ChatRoute = Exclude<Route, { readonly type: "view" }>;

function Chat({ route }: { readonly route: ChatRoute }) {
  const key = route.type === "chat" ? route.conversationId : "new";
  return (
    <DraftKeyContext value={key}>
      <ChatView key={key} question={route.type === "chat" ? "" : route.question} />
    </DraftKeyContext>
  );
}

function useRoute(): Route {
  const [route, setRoute] = useState(() => toRoute(location.hash, location.search, isView));
  const firstHash = useRef(location.hash);
  useEffect(() => {
    const read = () => setRoute(toRoute(location.hash, "", isView));
    addEventListener("hashchange", read);
    // The address may change between the first render and this effect, which runs after the paint.
    if (location.hash !== firstHash.current) read();
    return () => removeEventListener("hashchange", read);
  }, []);
  return route;
}

function isView(wanted: string): boolean {
  return VIEWS.some(({ name }) => name === wanted);
}

function useTranslator() {
  const setting = useAppState((state) => state.settings.language);
  const code = chooseLanguage(setting, navigator.languages);
  const [language, setLanguage] = useState(FIRST_LANGUAGE);
  useEffect(() => {
    let current = true;
    void loadLanguage(code).then((loaded) => {
      if (!current) return;
      document.documentElement.lang = loaded.code;
      startTransition(() => setLanguage(loaded));
    });
    return () => {
      current = false;
    };
  }, [code]);
  const translator = useMemo(() => createTranslator(language), [language]);
  return { translator, whole: language !== FIRST_LANGUAGE };
}

function useTheme(): void {
  const theme = useAppState((state) => state.settings.theme);
  const fontScale = useAppState((state) => state.settings.fontScale);
  const phase = useAppState((state) => state.phase);
  const { texts } = useApp();
  useLayoutEffect(() => {
    // Settings arrive after the first paint; until then the looks of the last visit hold.
    if (phase !== "ready") return;
    keepLooks(texts, { theme, fontScale });
    applyLooks(document.documentElement, { theme, fontScale });
  }, [theme, fontScale, phase, texts]);
}

function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const read = () => setMatches(list.matches);
    list.addEventListener("change", read);
    return () => list.removeEventListener("change", read);
  }, [query]);
  return matches;
}
