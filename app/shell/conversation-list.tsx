import { useMemo } from "react";
import { toScope } from "../../worker/protocol/project.ts";
import { useText } from "../messages/use-text.ts";
import { groupConversations } from "../state/group-conversations.ts";
import type { Route } from "../state/route.ts";
import { useAppState } from "../state/use-app.ts";
import { loadLater } from "../ui/load-later.tsx";
import { ConversationRow } from "./conversation-row.tsx";
import { usePaging } from "./use-paging.tsx";

const ProjectList = loadLater(() => import("./project-list.tsx").then((m) => m.ProjectList));

/** All conversations, newest change first. */
export function ConversationList({ route }: { readonly route: Route }) {
  const t = useText();
  const all = useAppState((state) => state.conversations);
  const hidden = useAppState((state) => state.hidden);
  const phase = useAppState((state) => state.phase);
  const projects = useAppState((state) => state.settings.projects);
  const visible = useMemo(
    () => all.filter((each) => !hidden.includes(each.id) && each.temporary !== true),
    [all, hidden],
  );
  const filed = useMemo(() => visible.filter((each) => toScope(each) !== null), [visible]);
  const { shown, more } = usePaging(visible.length - filed.length);
  const groups = useMemo(() => {
    const midnight = new Date();
    midnight.setHours(0, 0, 0, 0);
    const loose = visible.filter((each) => toScope(each) === null);
    return groupConversations(loose.slice(0, shown), "", midnight.getTime());
  }, [visible, shown]);
  const openId = route.type === "chat" ? route.conversationId : null;
  return (
    <nav className="conversations" aria-label={t.text("nav.conversations")}>
      {phase === "ready" && visible.length === 0 && (
        <p className="quiet conversations-empty">{t.text("nav.no-conversations")}</p>
      )}
      {filed.length + projects.length > 0 && <ProjectList conversations={filed} openId={openId} />}
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
      {more}
    </nav>
  );
}
