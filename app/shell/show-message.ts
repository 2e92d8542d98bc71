import type { ConversationId, MessageId } from "../../worker/protocol/ids.ts";
import type { App } from "../state/create-app.ts";
import { toShownPath } from "../state/message-path.ts";
import { toHash } from "../state/route.ts";

/** Frames in which a list may settle after a jump; heights of items that were never shown are only estimated. */
const PATIENCE = 60;
const MARK_MS = 2500;

/** Opens a conversation at a message, on the branch that holds it, and marks the message for a moment. */
export async function showMessage(
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
