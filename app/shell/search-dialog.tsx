import { type KeyboardEvent, useState } from "react";
import type { ConversationId, MessageId } from "../../worker/protocol/ids.ts";
import type { MessageHit } from "../../worker/protocol/message.ts";
import { findProject, type Project, type ProjectId, toScope } from "../../worker/protocol/project.ts";
import type { MessageKey } from "../messages/catalogue.ts";
import { useText } from "../messages/use-text.ts";
import { PLACES } from "../parts/frame/places.ts";
import { isExampleSkill, toSkillTitle } from "../parts/tool/skill-titles.ts";
import { toToolTitle } from "../parts/tool/tool-titles.ts";
import { focusComposer } from "../services/focus-composer.ts";
import { useRead } from "../services/use-read.ts";
import { toResult } from "../state/app-state.ts";
import type { Draft } from "../state/composer/composer-state.ts";
import type { App } from "../state/create-app.ts";
import { toAllTools } from "../state/find-tool.ts";
import { groupConversations } from "../state/group-conversations.ts";
import { toShownPath } from "../state/message-path.ts";
import { toHash, toRoute } from "../state/route.ts";
import { useApp, useAppState, useComposer, useIsDeveloper } from "../state/use-app.ts";
import { Checkbox, Form } from "../ui/fields/form.tsx";
import { SearchField } from "../ui/fields/search-field.tsx";
import { Modal } from "../ui/modal.tsx";
import { revealName } from "../ui/trust/reveal-look-alikes.ts";
import { Wait } from "../ui/wait.tsx";

const MAX_HITS = 30;
/** Fewer letters are in nearly every message. */
const MIN_LETTERS = 2;
/** How long typing pauses before messages are searched, in milliseconds. */
const TYPING_PAUSE_MS = 150;

/** Finds pages, settings, tools, modes and chats by their names, and what was said in the chats; the first is taken with Enter. */
export function SearchDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText();
  const app = useApp();
  const conversations = useAppState((state) => state.conversations);
  const hidden = useAppState((state) => state.hidden);
  const [query, setQuery] = useState("");
  const project = useOpenProject();
  const [isWide, setWide] = useState(false);
  const scope = project === null || isWide ? undefined : project.id;
  const shown = conversations.filter(
    (each) => !hidden.includes(each.id) && each.temporary !== true && (scope === undefined || toScope(each) === scope),
  );
  const found = groupConversations(shown, query, 0)
    .flatMap((group) => group.conversations)
    .slice(0, MAX_HITS);
  const entries = useEntries(query);
  const titles = new Map(shown.map(({ id, title }) => [id, title]));
  const hits = useMessageHits(query, scope)?.filter(({ conversationId }) => titles.has(conversationId));
  const searching = hits === undefined;
  const nothing = query.trim() !== "" && found.length + entries.length === 0 && hits?.length === 0;
  return (
    <Modal title={t.text("search.title")} onClose={onClose}>
      <Form
        className="search"
        onSubmit={(_, form) => form.querySelector<HTMLElement>(".search-results a")?.click()}
        onKeyDown={moveFocus}
      >
        <SearchField text="search.label" value={query} onChange={setQuery} />
        {project !== null && (
          <Checkbox
            label={t.text("project.search", { name: project.name })}
            value={!isWide}
            onChange={(value) => setWide(!value)}
          />
        )}
        <p className="visually-hidden" role="status">
          {t.count("search.found", found.length)}
          {hits && hits.length > 0 && ` · ${t.text("search.messages")}: ${hits.length}`}
        </p>
        <div className="search-results">
          {entries.length > 0 && (
            <ul aria-label={t.text("nav.places")}>
              {entries.map(({ id, kind, title, href, choose }) => (
                <li key={id}>
                  <a
                    href={href}
                    onClick={() => {
                      onClose();
                      choose?.();
                    }}
                  >
                    <span dir="auto">{title}</span>
                    <span className="quiet">{kind}</span>
                  </a>
                </li>
              ))}
            </ul>
          )}
          {found.length > 0 && (
            <ul aria-label={t.text("search.titles")}>
              {found.map((conversation) => (
                <li key={conversation.id}>
                  <a href={toHash({ type: "chat", conversationId: conversation.id })} onClick={onClose}>
                    <span dir="auto">{conversation.title || t.text("chat.untitled")}</span>
                    <time>{t.date(conversation.updatedAt)}</time>
                  </a>
                </li>
              ))}
            </ul>
          )}
          {hits && hits.length > 0 && (
            <>
              <h3 className="search-heading">{t.text("search.messages")}</h3>
              <ul aria-label={t.text("search.messages")}>
                {hits.map((hit) => (
                  <li key={hit.messageId}>
                    <a
                      className="search-hit"
                      href={toHash({ type: "chat", conversationId: hit.conversationId })}
                      onClick={(event) => {
                        event.preventDefault();
                        onClose();
                        void showMessage(app, hit.conversationId, hit.messageId);
                      }}
                    >
                      <span className="search-excerpt" dir="auto">
                        {hit.excerpt.before}
                        <mark>{hit.excerpt.match}</mark>
                        {hit.excerpt.after}
                      </span>
                      <span className="quiet search-place">
                        {t.text(hit.role === "user" ? "chat.question" : "chat.answer")} ·{" "}
                        <span dir="auto">{titles.get(hit.conversationId) || t.text("chat.untitled")}</span> ·{" "}
                        <time>{t.date(hit.createdAt)}</time>
                      </span>
                    </a>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
        {searching && <Wait label={t.text("search.searching")} />}
        {nothing && <p className="quiet">{t.text("search.nothing")}</p>}
        {!nothing && query.trim().length < MIN_LETTERS && <p className="quiet">{t.text("search.more-words")}</p>}
      </Form>
    </Modal>
  );
}

/** The project of the chat that is open. */
function useOpenProject(): Project | null {
  const settings = useAppState((state) => state.settings);
  const route = toRoute(location.hash);
  const open = useAppState((state) =>
    state.conversations.find(({ id }) => route.type === "chat" && id === route.conversationId),
  );
  const scope = open === undefined ? null : toScope(open);
  return scope === null ? null : findProject(settings, scope);
}

/** The arrows go from one result to the next. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>("input, .search-results a")];
  all[all.findIndex((each) => each.matches(":focus")) + step]?.focus();
  event.preventDefault();
}

/** Something with a name that can be gone to. */
interface Entry {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly href: string;
  readonly choose?: () => void;
}

/** Settings by the part that holds them. */
const SETTINGS: Readonly<Record<string, readonly MessageKey[]>> = {
  general: [
    "settings.theme",
    "settings.language",
    "settings.font",
    "settings.send-key",
    "settings.system-prompt",
    "settings.memory",
    "settings.without-model",
    "settings.thinking",
  ],
  connections: ["own-server.title", "servers.title", "hosts.title"],
  privacy: ["lock.title", "settings.permissions"],
  data: ["data.kinds", "data.export", "data.import", "settings.reset", "data.delete"],
  about: ["about.manual", "shortcut.title"],
  developer: ["settings.engine", "pack.title", "bookmark.title", "gym.title"],
};

/** Pages, settings, modes and tools with these words in their names. */
function useEntries(query: string): readonly Entry[] {
  const t = useText();
  const { chat } = useApp();
  const skills = useAppState((state) => state.skills);
  const isDeveloper = useIsDeveloper();
  const isFree = useComposer(({ draft }) => draft.text === "" || draft.text.startsWith("/"));
  const wanted = query.trim().toLowerCase();
  if (wanted === "") return [];
  const toChat = (draft: Partial<Draft>) => () => {
    chat.changeDraft("new", draft);
    focusComposer();
  };
  const places = PLACES.map(({ address, label, row }) => ({
    id: address,
    kind: row === "settings" && address.includes("/") ? t.text("nav.settings") : "",
    title: t.text(label),
    href: `#/${address}`,
  }));
  const settings = Object.entries(SETTINGS).flatMap(([part, labels]) =>
    labels.map((label) => ({
      id: label,
      kind: t.text("nav.settings"),
      title: t.text(label),
      href: `#/settings/${part}`,
    })),
  );
  const modes = skills
    .filter(({ name }) => isDeveloper || !isExampleSkill(name))
    .map(({ name }) => ({
      id: `mode ${name}`,
      kind: t.text("composer.skill"),
      title: toSkillTitle(name, t),
      href: "#/",
      choose: toChat({ skill: name }),
    }));
  const tools = (isFree ? toAllTools(skills) : []).map(({ name }) => ({
    id: `tool ${name}`,
    kind: t.text("search.tool"),
    title: revealName(toToolTitle(name, t)),
    href: "#/",
    choose: toChat({ text: `/${name} ` }),
  }));
  return [...places, ...settings, ...modes, ...tools].filter(({ title }) => title.toLowerCase().includes(wanted));
}

/** Messages for a search; nothing while they are looked for, and for too few letters. */
function useMessageHits(query: string, scope: ProjectId | undefined): readonly MessageHit[] | undefined {
  const text = query.trim();
  const asks = text.length >= MIN_LETTERS;
  const found = useRead(
    async (api) => (asks ? await toResult(api.searchMessages(text, MAX_HITS, scope)) : undefined),
    [text, scope],
    TYPING_PAUSE_MS,
  );
  // The last answer stays while the next is looked for, so that the list does not flicker.
  if (!asks) return [];
  return found?.ok === false ? [] : found?.value;
}

/** Frames in which a list may settle after a jump; heights of items that were never shown are only estimated. */
const PATIENCE = 60;
const MARK_MS = 2500;

/** Opens a conversation at a message, on the branch that holds it, and marks the message for a moment. */
async function showMessage(
  { chat, store }: Pick<App, "chat" | "store">,
  conversationId: ConversationId,
  messageId: MessageId,
): Promise<void> {
  location.hash = toHash({ type: "chat", conversationId });
  await chat.openConversation(conversationId);
  const find = (): number =>
    toShownPath(store.getState(), conversationId).findIndex(({ message }) => message.id === messageId);
  if (find() < 0) await chat.pickBranch(conversationId, messageId);
  const path = toShownPath(store.getState(), conversationId);
  const place = find() / Math.max(1, path.length);
  for (let frame = 0; frame < PATIENCE; frame += 1) {
    await new Promise(requestAnimationFrame);
    const scroller = document.querySelector<HTMLElement>(".chat-scroll");
    const item = scroller?.querySelector<HTMLElement>(`[data-key="${CSS.escape(messageId)}"]`);
    if (item === null || item === undefined) {
      // Only what is near the visible part exists: go about there first.
      if (scroller !== null)
        scroller.scrollTop = Math.max(0, scroller.scrollHeight * place - scroller.clientHeight / 2);
      continue;
    }
    item.scrollIntoView({ block: "center" });
    if (!isInView(item, scroller) || frame < 3) continue;
    item.dataset.found = "";
    setTimeout(() => delete item.dataset.found, MARK_MS);
    return;
  }
}

function isInView(item: HTMLElement, scroller: HTMLElement | null): boolean {
  const box = scroller?.getBoundingClientRect();
  const { top, bottom } = item.getBoundingClientRect();
  return box !== undefined && bottom > box.top && top < box.bottom;
}
