import type { AgentEvent } from "../../worker/protocol/api/agent-event.ts";
import { assertNever } from "../../worker/protocol/assert-never.ts";
import type { Conversation, Message } from "../../worker/protocol/message.ts";
import { foldLiveRun, putRun, toLiveRun } from "./live-run.ts";
import type { View } from "./view.ts";

/** Adds one event of the agent to the view. Pure and total: events may come in any order, and twice. */
export function reduceEvent(view: View, event: AgentEvent): View {
  switch (event.type) {
    case "run": {
      const run = view.runs[event.runId] ?? toLiveRun(event.runId, event.conversationId, event.messageId);
      return { ...view, runs: putRun(view.runs, foldLiveRun(run, event.event)) };
    }
    case "model":
      return { ...view, modelState: event.state };
    case "download":
      return { ...view, download: event.download };
    case "policy":
      return { ...view, policies: { ...view.policies, [event.policy.modelId]: event.policy } };
    case "conversation-changed":
      return { ...view, conversations: putConversation(view.conversations, event.conversation) };
    case "conversation-deleted": {
      const { [event.conversationId]: _, ...messages } = view.messages;
      return {
        ...view,
        messages,
        conversations: view.conversations.filter((each) => each.id !== event.conversationId),
      };
    }
    case "message-stored": {
      const { conversationId } = event.message;
      const known = view.messages[conversationId] ?? [];
      return { ...view, messages: { ...view.messages, [conversationId]: putMessage(known, event.message) } };
    }
    case "messages-listed": {
      const known = view.messages[event.conversationId];
      if (known === undefined) return view;
      const ids = new Set(event.messageIds);
      const messages = { ...view.messages, [event.conversationId]: known.filter(({ id }) => ids.has(id)) };
      return { ...view, messages };
    }
    case "memories-changed":
      return { ...view, memoryRevision: view.memoryRevision + 1 };
    case "files-changed":
      return { ...view, fileRevision: view.fileRevision + 1 };
    case "table-reading":
      return { ...view, tableReading: event.reading };
    case "everything-changed": {
      const { conversations } = event;
      const messages = Object.fromEntries(
        conversations.flatMap(({ id }) => {
          const known = view.messages[id];
          return known === undefined ? [] : [[id, known] as const];
        }),
      );
      return { ...view, conversations, messages };
    }
    case "settings-changed":
      return { ...view, settings: Object.assign({}, event.settings, ...view.unsavedSettings) };
    case "servers-changed":
      return { ...view, servers: event.servers, skills: event.skills };
    case "tools-changed":
      return { ...view, skills: event.skills, fileFaults: event.fileFaults };
    case "failure":
      return { ...view, failure: event.failure };
    default:
      return assertNever(event);
  }
}

/** A list of conversations with one added or replaced, newest change first. */
export function putConversation(list: readonly Conversation[], changed: Conversation): readonly Conversation[] {
  return [changed, ...list.filter((each) => each.id !== changed.id)].sort(
    (left, right) => right.updatedAt - left.updatedAt,
  );
}

/** A list of messages with one added or replaced, in order of `sequence`. */
export function putMessage(list: readonly Message[], stored: Message): readonly Message[] {
  const last = list.at(-1);
  if (last === undefined || last.sequence < stored.sequence) return [...list, stored];
  const at = list.findIndex((each) => each.id === stored.id);
  if (at >= 0) return list.with(at, stored);
  return [...list, stored].sort((left, right) => left.sequence - right.sequence);
}
