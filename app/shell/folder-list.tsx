import type { ConversationId } from "../../worker/protocol/ids.ts";
import type { Conversation } from "../../worker/protocol/message.ts";
import { ConversationRow } from "./conversation-row.tsx";
import "../styles/folders.css";

interface FolderListProps {
  /** All of them lie in a folder. */
  readonly conversations: readonly Conversation[];
  readonly openId: ConversationId | null;
}

/** Folders by name, folded; the one with the open conversation is unfolded. */
export function FolderList({ conversations, openId }: FolderListProps) {
  const names = [...new Set(conversations.map(({ folder = "" }) => folder))].sort((one, other) =>
    one.localeCompare(other),
  );
  return (
    <>
      {names.map((name) => {
        const inside = conversations.filter(({ folder }) => folder === name);
        return (
          <details key={name} className="folder" data-testid="folder" open={inside.some(({ id }) => id === openId)}>
            <summary>
              <span dir="auto">{name}</span> <span className="quiet">{inside.length}</span>
            </summary>
            <ul>
              {inside.map((conversation) => (
                <ConversationRow key={conversation.id} conversation={conversation} open={conversation.id === openId} />
              ))}
            </ul>
          </details>
        );
      })}
    </>
  );
}
