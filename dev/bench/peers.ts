import { benchConversation } from "./conversation.ts";

/**
 * One round of the conversation with WebLLM's two peers as well, whose every answer takes minutes where a processor plays the
 * GPU: so they are measured apart. Options: those of `conversation`.
 */
export function benchPeers(options: readonly string[]): Promise<void> {
  return benchConversation(["--webllm", "--rounds=1", ...options]);
}
