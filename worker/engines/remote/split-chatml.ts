/** A message of a chat interface. */
export interface ChatMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

const TURN = /<\|im_start\|>(system|user|tool|assistant)\n([\s\S]*?)(?:<\|im_end\|>\n?|$)/g;

/**
 * Splits a ChatML prompt into messages, for servers that accept nothing else. Exact, because the template breaks control
 * tokens inside content. An empty assistant turn at the end is left out: the server opens its own. Tool results become
 * user messages, because the role `tool` belongs to calls that the server itself parsed.
 */
export function splitChatml(prompt: string): readonly ChatMessage[] {
  const messages = [...prompt.matchAll(TURN)].map(
    ([, role, content = ""]): ChatMessage => ({
      role: role === "system" || role === "assistant" ? role : "user",
      content,
    }),
  );
  return prompt.endsWith("<|im_start|>assistant\n") ? messages.slice(0, -1) : messages;
}
