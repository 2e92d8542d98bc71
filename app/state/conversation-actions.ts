import type { AgentApi } from "../../worker/protocol/api/agent-api.ts";
import type { ConversationId, MessageId } from "../../worker/protocol/ids.ts";
import type { Message } from "../../worker/protocol/message.ts";
import { type AppDeps, type StateAccess, toResult } from "./app-state.ts";
import { EMPTY_DRAFT, updateComposer } from "./composer/composer-state.ts";
import { readDraft, writeDraft } from "./composer/stored-draft.ts";
import { findActiveRun } from "./live-run.ts";
import { toBranchHead, toShownPath } from "./message-path.ts";
import type { ToastActions } from "./toast-actions.ts";
import type { View } from "./view.ts";

type ConversationChange = Parameters<AgentApi["updateConversation"]>[1];

/** Opening, naming, keeping and deleting conversations, and moving inside one. */
export function createConversationActions(deps: AppDeps, state: StateAccess, toasts: ToastActions) {
  const { api, texts } = deps;

  function restoreDraft(conversationId: ConversationId): void {
    if (state.get().composers[conversationId] !== undefined) return;
    const draft = readDraft(texts, conversationId);
    if (draft.text !== "") updateComposer(state, conversationId, { draft });
  }

  return {
    async openConversation(conversationId: ConversationId): Promise<void> {
      restoreDraft(conversationId);
      const opened = await toResult(api.openConversation(conversationId));
      if (!opened.ok) {
        state.set(({ openFailures }) => ({ openFailures: { ...openFailures, [conversationId]: opened.failure } }));
        return;
      }
      const { conversation, messages } = opened.value;
      state.set((now) => {
        const { [conversationId]: _, ...openFailures } = now.openFailures;
        return {
          openFailures,
          messages: keepRecent(now, conversationId, messages),
          conversations: now.conversations.map((each) => (each.id === conversationId ? conversation : each)),
        };
      });
    },
    /** Opens one of the user's messages to be changed, or closes it for null. */
    edit(messageId: MessageId | null): void {
      state.set({ editing: messageId });
    },
    /** Opens the user's last message in the shown branch; false if there is none. */
    editLast(conversationId: ConversationId): boolean {
      const last = toShownPath(state.get(), conversationId).findLast(({ message }) => message.role === "user");
      if (last !== undefined) state.set({ editing: last.message.id });
      return last !== undefined;
    },
    async pickBranch(conversationId: ConversationId, messageId: MessageId): Promise<void> {
      const headId = toBranchHead(state.get().messages[conversationId] ?? [], messageId);
      state.set(({ conversations }) => ({
        conversations: conversations.map((each) => (each.id === conversationId ? { ...each, headId } : each)),
      }));
      await toasts.reportUnsaved(api.updateConversation(conversationId, { headId }));
    },
    async rename(conversationId: ConversationId, title: string): Promise<void> {
      if (title.trim() === "") return;
      await toasts.reportUnsaved(api.updateConversation(conversationId, { title: title.trim() }));
    },
    async update(conversationId: ConversationId, change: ConversationChange): Promise<void> {
      await toasts.reportUnsaved(api.updateConversation(conversationId, change));
    },
    /** Ends a temporary conversation, of which nothing is left. */
    leaveTemporary(conversationId: ConversationId): void {
      void toResult(api.deleteConversation(conversationId));
    },
    /** Hides conversations at once and deletes them when the time to undo is over. */
    deleteConversations(ids: readonly ConversationId[]): void {
      state.set(({ hidden }) => ({ hidden: [...hidden, ...ids] }));
      const show = (shown = ids) =>
        state.set(({ hidden }) => ({ hidden: hidden.filter((each) => !shown.includes(each)) }));
      toasts.show({
        text: ids.length === 1 ? "toast.conversation-deleted" : "toast.conversations-deleted",
        values: { count: ids.length },
        undo: show,
        async commit() {
          // All begin at once: the page may be going away.
          const deletions = ids.map(async (id) => {
            if (await toasts.reportUnsaved(api.deleteConversation(id))) writeDraft(texts, id, EMPTY_DRAFT);
            else show([id]);
          });
          await Promise.all(deletions);
        },
      });
    },
  };
}

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
  const kept = others.filter((id, index) => index > others.length - MAX_HELD || findActiveRun(runs, id) !== undefined);
  return Object.fromEntries([...kept.map((id) => [id, messages[id] ?? []] as const), [opened, read]]);
}
