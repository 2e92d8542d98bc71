import { lazy, Suspense, startTransition, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { assertNever } from "../../worker/protocol/assert-never.ts";
import { chooseLanguage, type PartialLanguage } from "../messages/catalogue.ts";
import chat from "../messages/en/chat.json";
import { loadLanguage } from "../messages/load-language.ts";
import { createTranslator } from "../messages/translate.ts";
import { TranslatorContext } from "../messages/use-text.ts";
import type { ViewFrame } from "../parts/frame/view-frame.ts";
import { applyLooks, keepLooks } from "../services/looks.ts";
import { type Route, toHash, toRoute } from "../state/route.ts";
import { useApp, useAppState } from "../state/use-app.ts";
import { RenderGuard } from "../ui/render-guard.tsx";
import { ChatView } from "../views/chat/chat-view.tsx";
import { Banners } from "./banners.tsx";
import { Sidebar } from "./sidebar.tsx";
import { Toasts } from "./toasts.tsx";
import { useShortcuts } from "./use-shortcuts.ts";

const MemoryView = lazy(() => import("../views/memory/memory-view.tsx").then((m) => ({ default: m.MemoryView })));
const TasksView = lazy(() => import("../views/tasks/tasks-view.tsx").then((m) => ({ default: m.TasksView })));
const FilesView = lazy(() => import("../views/files/files-view.tsx").then((m) => ({ default: m.FilesView })));
const ModelsView = lazy(() => import("../views/models/models-view.tsx").then((m) => ({ default: m.ModelsView })));
const GymView = lazy(() => import("../views/models/gym-view.tsx").then((m) => ({ default: m.GymView })));
const RunsView = lazy(() => import("../views/runs/runs-view.tsx").then((m) => ({ default: m.RunsView })));
const ToolsView = lazy(() => import("../views/tools/tools-view.tsx").then((m) => ({ default: m.ToolsView })));
const SettingsView = lazy(() =>
  import("../views/settings/settings-view.tsx").then((m) => ({ default: m.SettingsView })),
);
const Panel = lazy(() => import("../views/panel/panel.tsx").then((m) => ({ default: m.Panel })));
const ShortcutHelp = lazy(() => import("./shortcut-help.tsx").then((m) => ({ default: m.ShortcutHelp })));
const RenameDialog = lazy(() => import("./conversation-dialogs.tsx").then((m) => ({ default: m.RenameDialog })));
const SearchDialog = lazy(() => import("./search-dialog.tsx").then((m) => ({ default: m.SearchDialog })));

/** Enough for the chat; the other views wait for a whole language. */
const FIRST_LANGUAGE: PartialLanguage = { code: "en", messages: chat };
const WIDE = "(min-width: 60rem)";

/** What stands open over or beside the view. */
type Overlay = "none" | "search" | "help" | "rename";

/** The whole page: sidebar, the view that the address asks for, and what floats above. */
export function Shell() {
  const route = useRoute();
  const { translator, whole } = useTranslator();
  const [sidebarOpen, setSidebarOpen] = useState(() => matchMedia(WIDE).matches);
  const [overlay, setOverlay] = useState<Overlay>("none");
  const wide = useMedia(WIDE);
  const main = useRef<HTMLElement>(null);
  useTheme();

  useEffect(() => setSidebarOpen(wide), [wide]);

  const place = route.type === "settings" || route.type === "files" ? route.type : toHash(route);
  const lastPlace = useRef(place);
  useEffect(() => {
    if (lastPlace.current === place) return;
    lastPlace.current = place;
    if (!matchMedia(WIDE).matches) setSidebarOpen(false);
    // The composer takes the focus by itself; every other view starts at its heading.
    main.current?.querySelector<HTMLElement>("[data-view-heading]")?.focus();
  }, [place]);

  const { chat } = useApp();
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
      document.querySelector<HTMLTextAreaElement>("[data-composer]")?.focus();
    },
    toggleSidebar: () => setSidebarOpen((open) => !open),
    renameChat: openChat && (() => setOverlay("rename")),
    deleteChat:
      openChat &&
      (() => {
        chat.deleteConversation(openChat.id);
        location.hash = "#/";
      }),
  });

  const covered = sidebarOpen && !wide;
  const openSidebar = () => setSidebarOpen(true);
  const isChat = route.type === "new-chat" || route.type === "chat";
  const loading = <div className="view-loading" role="status" aria-label={translator.text("state.loading")} />;
  return (
    <TranslatorContext value={translator}>
      <div className="shell" data-sidebar={sidebarOpen ? "open" : "closed"}>
        <button type="button" className="skip-link" onClick={() => main.current?.focus()}>
          {translator.text("nav.skip")}
        </button>
        <Sidebar
          route={route}
          open={sidebarOpen}
          modal={covered}
          onClose={() => setSidebarOpen(false)}
          onSearch={() => setOverlay("search")}
          onHelp={() => setOverlay("help")}
        />
        <main className="main" id="content" ref={main} tabIndex={-1} inert={covered}>
          <Banners />
          <RenderGuard key={place}>
            <Suspense fallback={loading}>
              {whole || isChat ? (
                <CurrentView route={route} sidebarOpen={sidebarOpen} onOpenSidebar={openSidebar} />
              ) : (
                loading
              )}
            </Suspense>
          </RenderGuard>
        </main>
        <Toasts />
        <Suspense>
          {panel && <Panel content={panel} />}
          {overlay === "search" && <SearchDialog onClose={() => setOverlay("none")} />}
          {overlay === "rename" && openChat && (
            <RenameDialog conversation={openChat} onClose={() => setOverlay("none")} />
          )}
          {overlay === "help" && <ShortcutHelp onClose={() => setOverlay("none")} />}
        </Suspense>
      </div>
    </TranslatorContext>
  );
}

function CurrentView({ route, ...frame }: ViewFrame & { readonly route: Route }) {
  switch (route.type) {
    case "new-chat":
      return <ChatView key="new" conversationId={null} question={route.question} {...frame} />;
    case "chat":
      return <ChatView key={route.conversationId} conversationId={route.conversationId} question="" {...frame} />;
    case "memory":
      return <MemoryView memoryId={route.memoryId} {...frame} />;
    case "tasks":
      return <TasksView {...frame} />;
    case "files":
      return <FilesView file={route.file} find={route.find} {...frame} />;
    case "models":
      return <ModelsView {...frame} />;
    case "gym":
      return <GymView {...frame} />;
    case "runs":
      return <RunsView runId={null} {...frame} />;
    case "run":
      return <RunsView runId={route.runId} {...frame} />;
    case "tools":
      return <ToolsView {...frame} />;
    case "settings":
      return <SettingsView section={route.section} {...frame} />;
    default:
      return assertNever(route);
  }
}

function useRoute(): Route {
  const [route, setRoute] = useState(() => toRoute(location.hash, location.search));
  const firstHash = useRef(location.hash);
  useEffect(() => {
    const read = () => setRoute(toRoute(location.hash));
    addEventListener("hashchange", read);
    // The address may change between the first render and this effect, which runs after the paint.
    if (location.hash !== firstHash.current) read();
    return () => removeEventListener("hashchange", read);
  }, []);
  return route;
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
