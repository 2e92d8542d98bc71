import type { ConversationId, MessageId } from "../../worker/protocol/ids.ts";
import { type Message, toBranch } from "../../worker/protocol/message.ts";
import type { View } from "./view.ts";

/** A message on the shown branch, and where it stands among the other messages that follow the same one. */
export interface PathMessage {
  readonly message: Message;
  /** Ids of all messages with the same parent, oldest first; one id when there is no other branch. */
  readonly siblings: readonly MessageId[];
}

/**
 * The branch of a conversation that ends in `headId`, first message first. Without a known head it is the branch of the
 * newest message. The head's newest descendants are shown as well, so that a reply never hides behind an old head.
 */
export function toMessagePath(messages: readonly Message[], headId: MessageId | null): readonly PathMessage[] {
  const children = toChildren(messages);
  const start = messages.find(({ id }) => id === headId) ?? messages.at(-1);
  if (start === undefined) return [];
  return toBranch(messages, toNewestLeaf(start, children).id).map((message) => ({
    message,
    siblings: (children.get(message.parentId) ?? [message]).map((each) => each.id),
  }));
}

/** The shown branch of a conversation. */
export function toShownPath(
  view: Pick<View, "messages" | "conversations">,
  conversationId: ConversationId,
): readonly PathMessage[] {
  const conversation = view.conversations.find((each) => each.id === conversationId);
  return toMessagePath(view.messages[conversationId] ?? [], conversation?.headId ?? null);
}

/** The message at the end of a branch: where the conversation's head goes when the user picks that branch. */
export function toBranchHead(messages: readonly Message[], chosen: MessageId): MessageId {
  const start = messages.find((message) => message.id === chosen);
  return start === undefined ? chosen : toNewestLeaf(start, toChildren(messages)).id;
}

function toChildren(messages: readonly Message[]): ReadonlyMap<MessageId | null, readonly Message[]> {
  const children = new Map<MessageId | null, Message[]>();
  for (const message of messages) {
    const list = children.get(message.parentId);
    if (list === undefined) children.set(message.parentId, [message]);
    else list.push(message);
  }
  return children;
}

function toNewestLeaf(start: Message, children: ReadonlyMap<MessageId | null, readonly Message[]>): Message {
  let leaf = start;
  const seen = new Set<MessageId>();
  for (;;) {
    seen.add(leaf.id);
    const next = children.get(leaf.id)?.at(-1);
    if (next === undefined || seen.has(next.id)) return leaf;
    leaf = next;
  }
}
