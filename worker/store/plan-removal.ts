import type { MessageId, RunId } from "../protocol/ids.ts";
import { isTainted, type Message } from "../protocol/message.ts";

/** The effect of removing a question with its answers on a conversation. */
export interface RemovalPlan {
  readonly remove: readonly MessageId[];
  /** The runs of the removed answers. */
  readonly runs: readonly RunId[];
  /** Messages that follow another one from now on, or are no longer used as a summary of what is gone. */
  readonly change: readonly Message[];
  /** Where a head that is removed goes. */
  readonly parentId: MessageId | null;
}

/**
 * Removes a question with all its answers and the summaries right after them; what followed, follows what stood before
 * it. Summaries further on that were made of it are taken back. Null if it is no question of these messages.
 */
export function planRemoval(messages: readonly Message[], id: MessageId): RemovalPlan | null {
  const question = messages.find((message) => message.id === id);
  if (question?.role !== "user") return null;
  const remove = new Set([id]);
  const descendants = new Set([id]);
  // Parents come before their children in `sequence`.
  for (const message of [...messages].sort((left, right) => left.sequence - right.sequence)) {
    if (message.parentId === null || !descendants.has(message.parentId)) continue;
    descendants.add(message.id);
    if (remove.has(message.parentId) && message.role === "assistant") remove.add(message.id);
  }
  // Answers that stay may repeat what was read from outside: they are marked where its own mark goes.
  const isForeign = isTainted(messages.filter((message) => remove.has(message.id)));
  const change = messages.flatMap((message): readonly Message[] => {
    if (remove.has(message.id)) return [];
    if (message.role === "user") {
      const follows = message.parentId !== null && remove.has(message.parentId);
      return follows ? [{ ...message, parentId: question.parentId }] : [];
    }
    const marked = isForeign && descendants.has(message.id) ? { ...message, foreign: true } : message;
    const { summary } = message;
    const isOfIt = summary !== undefined && descendants.has(summary.through);
    return isOfIt ? [{ ...marked, summary: { ...summary, undone: true } }] : marked === message ? [] : [marked];
  });
  const runs = messages.flatMap((each) => (each.role === "assistant" && remove.has(each.id) ? [each.runId] : []));
  return { remove: [...remove], runs, change, parentId: question.parentId };
}
