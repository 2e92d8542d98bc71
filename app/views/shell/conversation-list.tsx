import { type ReactElement, useMemo, useState } from "react";
import { useText } from "../../messages/use-text.ts";
import { groupConversations } from "../../state/group-conversations.ts";
import type { Route } from "../../state/route.ts";
import { Button } from "../../ui/button.tsx";
import { useAppState } from "../../use-app.ts";
import { ConversationRow } from "./conversation-row.tsx";

/** Rows of the list shown at first and with every "more". */
const PAGE = 60;

/** All conversations, newest change first. */
export function ConversationList({ route }: { readonly route: Route }): ReactElement {
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
