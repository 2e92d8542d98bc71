/** A message of a chat interface. */
export interface ChatMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

const TURN = /<\|im_start\|>(system|user|tool|assistant)\n([\s\S]*?)(?:<\|im_end\|>\n?|$)/g;

/**
 * Takes a ChatML prompt apart again, for servers that only take messages. Exact, because the template breaks control
 * tokens inside content. An empty turn of the model's at the end is left out: the server opens its own. Results of tools
 * go as the user's, since the role `tool` belongs to calls that such a server made itself.
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
