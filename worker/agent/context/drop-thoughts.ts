import type { ThreadMessage } from "../../formats/format.ts";
import type { ChatTemplate } from "../../formats/templates/chat-template.ts";
import { toThought } from "../../formats/templates/thought.ts";

const CLOSE = "</think>";

/**
 * A thread without the thoughts of finished questions, as the templates of thinking models write it. The newest answer
 * has then to be read once more, without its thought, because it is in the KV cache with it; the thought's tokens are free
 * for what follows.
 */
export function dropThoughts(thread: readonly ThreadMessage[], template: ChatTemplate): readonly ThreadMessage[] {
  if (toThought(template) === null) return thread;
  return thread.map((message) => {
    if (message.role !== "assistant" || message.thoughtDropped === true) return message;
    const raw = toSpoken(message.raw, template.reasoningOpen === true);
    const isEmpty = raw === "" && message.text === "" && message.calls.length === 0;
    // An empty turn would invite more of them.
    return isEmpty ? message : { ...message, raw, thoughtDropped: true };
  });
}

function toSpoken(raw: string, isOpen: boolean): string {
  if (!isOpen && !raw.trimStart().startsWith("<think>")) return raw;
  const end = raw.indexOf(CLOSE);
  // A thought that was stopped, or that ended in a call: the text and the calls are written anew.
  return end === -1 ? "" : raw.slice(end + CLOSE.length).trimStart();
}
