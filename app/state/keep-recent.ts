import type { ConversationId } from "../../worker/protocol/ids.ts";
import type { Message } from "../../worker/protocol/message.ts";
import { findActiveRun } from "./live-run.ts";
import type { View } from "./view.ts";

/** Conversations whose messages the page holds; an older one is read from storage again when it is opened. */
export const MAX_HELD = 5;

/**
 * The messages of the conversations opened so far with one more, which was opened last; those that were opened longest ago
 * are left out, unless an answer is being written in them.
 */
export function keepRecent(
  { messages, runs }: Pick<View, "messages" | "runs">,
  opened: ConversationId,
  read: readonly Message[],
): View["messages"] {
  const others = Object.keys(messages).filter((id) => id !== opened);
  const surplus = others
    .slice(0, Math.max(0, others.length - MAX_HELD + 1))
    .filter((id) => findActiveRun(runs, id) === undefined);
  const kept = others.filter((id) => !surplus.includes(id));
  return Object.fromEntries([...kept.map((id) => [id, messages[id] ?? []] as const), [opened, read]]);
}
