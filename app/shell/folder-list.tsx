import { useState } from "react";
import type { ConversationId } from "../../worker/protocol/ids.ts";
import type { Conversation } from "../../worker/protocol/message.ts";
import { useText } from "../messages/use-text.ts";
import { Menu } from "../ui/menu.tsx";
import { FolderDialog } from "./conversation-dialogs.tsx";
import { FolderMenu } from "./conversation-menu.tsx";
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
        return <Folder key={name} name={name} inside={inside} openId={openId} />;
      })}
    </>
  );
}

interface FolderProps extends Pick<FolderListProps, "openId"> {
  readonly name: string;
  readonly inside: readonly Conversation[];
}

function Folder({ name, inside, openId }: FolderProps) {
  const t = useText();
  const [isRenaming, setIsRenaming] = useState(false);
  return (
    <div className="folder" data-testid="folder">
      <details open={inside.some(({ id }) => id === openId)}>
        <summary>
          <span dir="auto">{name}</span> <span className="quiet">{inside.length}</span>
        </summary>
        <ul>
          {inside.map((conversation) => (
            <ConversationRow key={conversation.id} conversation={conversation} open={conversation.id === openId} />
          ))}
        </ul>
      </details>
      <Menu icon="more" label={t.text("chat.actions-for", { title: name })}>
        {(close) => <FolderMenu name={name} inside={inside} onClose={close} onRename={() => setIsRenaming(true)} />}
      </Menu>
      {isRenaming && <FolderDialog conversations={inside} onClose={() => setIsRenaming(false)} />}
    </div>
  );
}
